import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCloudOff,
  IconCloudUp,
  IconSend,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { campusQuery } from '../../../lib/campus.ts';
import { useConnected } from '../../../lib/connection.ts';
import { type MarkingStore, useMarking, useMarkingSoon } from '../../../lib/marking/store.ts';
import { Hidden } from '../../../ui/hidden.tsx';
import { countMarks, type Roll } from './marking.ts';
import type { ClassMarking } from './use-class-marking.ts';
import classes from './submit-bar.module.css';

/** How often Campus is asked whether it can be reached again, in milliseconds. */
const askEvery = 10_000;

const textOf = (connected: boolean, waits: boolean): string => {
  const kept = 'Your marks are kept on this device and will be submitted';
  if (connected) return `${kept} in a moment.`;
  return waits
    ? `No connection. ${kept} when it is back.`
    : `No connection. ${kept} when it is back, once you press Submit Attendance.`;
};

/** Says that there is no network, and what becomes of the marks. Nothing while all is well. */
const ConnectionLine = ({ marking }: { readonly marking: ClassMarking }) => {
  const { waits, cancelWaiting } = marking;
  const connected = useConnected();
  useQuery({ ...campusQuery, refetchInterval: connected ? false : askEvery });
  const isWell = connected && !waits;
  const Icon = connected ? IconCloudUp : IconCloudOff;
  return (
    <div className={classes['line']} data-well={isWell || undefined}>
      {!isWell && <Icon size={20} stroke={1.75} aria-hidden />}
      <output>{!isWell && textOf(connected, waits)}</output>
      {waits && (
        <Button variant="default" size="compact-sm" onClick={cancelWaiting}>
          Do not submit
        </Button>
      )}
    </div>
  );
};

const labels = {
  class: { button: 'Submit Attendance', note: 'Unmarked students are sent as absent' },
  changes: { button: 'Submit Correction', note: 'Only what you have changed is sent' },
} as const;

type Counts = ReturnType<typeof countMarks>;

const Meter = ({ present, absent, unmarked }: Counts) => (
  <div className={classes['meter']} aria-hidden>
    {present > 0 && <span data-part="present" style={{ flexGrow: present }} />}
    {absent > 0 && <span data-part="absent" style={{ flexGrow: absent }} />}
    {unmarked > 0 && <span style={{ flexGrow: unmarked }} />}
  </div>
);

/** Read out once the counts have come to rest, not at every mark. */
const SpokenCounts = ({ present, absent, unmarked }: Counts) => {
  const now = `${present} present, ${absent} absent, ${unmarked} unmarked`;
  const [spoken] = useDebouncedValue(now, 800);
  return (
    <Hidden>
      <span aria-live="polite">{spoken}</span>
    </Hidden>
  );
};

/** How far the roll is. Drawn after every mark, and therefore apart from the rest of the bar. */
const Progress = ({ store }: { readonly store: MarkingStore<Roll> }) => {
  const present = useMarkingSoon(store, (marking) => countMarks(marking).present);
  const absent = useMarkingSoon(store, (marking) => countMarks(marking).absent);
  const unmarked = useMarkingSoon(store, (marking) => countMarks(marking).unmarked);
  const counts = { present, absent, unmarked };
  return (
    <div className={classes['progress']}>
      <Meter {...counts} />
      <ul className={classes['counts']} aria-label="Marks of this class">
        <li data-part="present">
          <IconCircleCheckFilled size={18} aria-hidden />
          <b>{present}</b> Present
        </li>
        <li data-part="absent">
          <IconX size={18} stroke={2.6} aria-hidden />
          <b>{absent}</b> Absent
        </li>
        <li data-part="unmarked">
          <IconCircleDashed size={18} stroke={1.75} aria-hidden />
          <b>{unmarked}</b> Unmarked
        </li>
      </ul>
      <SpokenCounts {...counts} />
    </div>
  );
};

interface NoteProps extends Pick<ClassMarking, 'store' | 'extent'> {
  readonly id: string;
}

const Note = ({ id, store, extent }: NoteProps) => {
  const unmarked = useMarkingSoon(store, (marking) => countMarks(marking).unmarked);
  return (
    <p id={id} className={classes['note']} data-needed={unmarked > 0 || undefined}>
      {labels[extent].note}
      {extent === 'class' && unmarked > 0 && <Hidden>: {unmarked}</Hidden>}
    </p>
  );
};

interface SubmitBarProps {
  readonly marking: ClassMarking;
  readonly onSubmit: () => void;
}

/** Stays at the foot of the screen: how far the roll is, and the button that sends it. */
export const SubmitBar = ({ marking, onSubmit }: SubmitBarProps) => {
  const { store, extent, busy } = marking;
  const note = useId();
  const nothingToSend = useMarking(
    store,
    ({ entries, marks }) => (extent === 'class' ? entries.length : marks.size) === 0,
  );
  return (
    <div className={classes['foot']}>
      <ConnectionLine marking={marking} />
      <div className={classes['bar']}>
        <Progress store={store} />
        <Note id={note} store={store} extent={extent} />
        <Button
          size="lg"
          className={classes['submit'] ?? ''}
          leftSection={<IconSend size={20} stroke={1.75} aria-hidden />}
          disabled={busy || nothingToSend}
          aria-busy={busy}
          aria-keyshortcuts="Control+Enter"
          title="Ctrl + Enter in the roster"
          aria-describedby={note}
          onClick={onSubmit}
        >
          {busy ? 'Submitting...' : labels[extent].button}
        </Button>
      </div>
    </div>
  );
};
