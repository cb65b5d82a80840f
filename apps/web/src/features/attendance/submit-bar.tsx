import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCircleCheckFilled, IconCircleDashed, IconSend, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { Hidden } from '../../ui/hidden.tsx';
import { useMarking } from './marking-store.ts';
import type { MarkingStore } from './marking-store.ts';
import { countMarks } from './marking.ts';
import type { Counts } from './marking.ts';
import classes from './submit-bar.module.css';

interface SubmitBarProps {
  readonly store: MarkingStore;
  readonly busy: boolean;
  readonly onSubmit: () => void;
}

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

/** Stays at the foot of the screen: how far the roll is, and the button that sends it. */
export const SubmitBar = ({ store, busy, onSubmit }: SubmitBarProps) => {
  const note = useId();
  const present = useMarking(store, (marking) => countMarks(marking).present);
  const absent = useMarking(store, (marking) => countMarks(marking).absent);
  const unmarked = useMarking(store, (marking) => countMarks(marking).unmarked);
  const counts = { present, absent, unmarked };
  return (
    <div className={classes['bar']}>
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
      <p id={note} className={classes['note']} data-needed={unmarked > 0 || undefined}>
        Unmarked students are sent as absent
        {unmarked > 0 && <Hidden>: {unmarked}</Hidden>}
      </p>
      <Button
        size="lg"
        className={classes['submit'] ?? ''}
        leftSection={<IconSend size={20} stroke={1.75} aria-hidden />}
        disabled={busy || present + absent + unmarked === 0}
        aria-busy={busy}
        aria-describedby={note}
        onClick={onSubmit}
      >
        {busy ? 'Submitting...' : 'Submit Attendance'}
      </Button>
    </div>
  );
};
