import { attendance, type IsoDate, type RosterEntry } from '@campus/contract';
import { Button } from '@mantine/core';
import {
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCloudOff,
  IconCloudUp,
  IconPencil,
  IconPencilCheck,
  IconSend,
  IconUserOff,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useId, useImperativeHandle, useState } from 'react';
import { isNetworkError } from '../../../lib/call-error.ts';
import { campusQuery, useTimeOnCampus } from '../../../lib/campus.ts';
import { useConnected } from '../../../lib/connection.ts';
import { formatCount, pluralize } from '../../../lib/count.ts';
import { formatDay } from '../../../lib/day.ts';
import { discard, keepRestored } from '../../../lib/marking/marking.ts';
import { type MarkingStore, useDeferredMarking, useMarking } from '../../../lib/marking/store.ts';
import { useReply } from '../../../lib/query.ts';
import { Card } from '../../../ui/page.tsx';
import { ClassNotice, RestoredNotice } from '../../../ui/class-notice.tsx';
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx';
import { ConfirmDialog, useDialogOf } from '../../../ui/actions.tsx';
import { EmptyState, Loaded } from '../../../ui/loaded.tsx';
import { VisuallyHidden, LiveRegion } from '../../../ui/visually-hidden.tsx';
import { MarkHistory } from '../../../ui/mark-history.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { type ClassDay, type LoadedRoster, rosterQuery } from '../attendance.api.ts';
import { useFailureToast } from '../use-failure-toast.ts';
import { countMarks, type Roll } from './attendance-marks.ts';
import { Roster } from './roster/roster.tsx';
import { type ClassMarking, type ClassToMark, useClassMarking } from './use-class-marking.ts';
import classes from './class-roster.module.css';

/** Polling interval while the server cannot be reached, in milliseconds. */
const askEvery = 10_000;

const textOf = (connected: boolean, waits: boolean): string => {
  const kept = 'Your marks are kept on this device and will be submitted';
  if (connected) return `${kept} in a moment.`;
  return waits
    ? `No connection. ${kept} when it is back.`
    : `No connection. ${kept} when it is back, once you press Submit Attendance.`;
};

/** Says that there is no network and what happens to the marks; empty while all is well. */
const ConnectionLine = ({ marking }: { readonly marking: ClassMarking }) => {
  const { isQueued, cancelWaiting } = marking;
  const connected = useConnected();
  useQuery({ ...campusQuery, refetchInterval: connected ? false : askEvery });
  const isWell = connected && !isQueued;
  const Icon = connected ? IconCloudUp : IconCloudOff;
  return (
    <div className={classes['line']} data-empty={isWell || undefined}>
      {!isWell && <Icon size={20} stroke={1.75} aria-hidden />}
      <output>{!isWell && textOf(connected, isQueued)}</output>
      {isQueued && (
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

type MarkCounts = ReturnType<typeof countMarks>;

const MarkBar = ({ present, absent, unmarked }: MarkCounts) => (
  <div className={classes['meter']} aria-hidden>
    {present > 0 && <span data-mark="present" style={{ flexGrow: present }} />}
    {absent > 0 && <span data-mark="absent" style={{ flexGrow: absent }} />}
    {unmarked > 0 && <span style={{ flexGrow: unmarked }} />}
  </div>
);

/** Counts of marks. A component of its own because it re-renders after every mark. */
const Progress = ({ store }: { readonly store: MarkingStore<Roll> }) => {
  const present = useDeferredMarking(store, (marking) => countMarks(marking).present);
  const absent = useDeferredMarking(store, (marking) => countMarks(marking).absent);
  const unmarked = useDeferredMarking(store, (marking) => countMarks(marking).unmarked);
  const counts = { present, absent, unmarked };
  const words = Object.entries(counts).map(([mark, count]) => `${formatCount(count)} ${mark}`);
  return (
    <div className={classes['progress']}>
      <MarkBar {...counts} />
      <ul className={classes['counts']} aria-label="Marks of this class">
        <li data-mark="present">
          <IconCircleCheckFilled size={18} aria-hidden />
          <b>{formatCount(present)}</b> Present
        </li>
        <li data-mark="absent">
          <IconX size={18} stroke={2.6} aria-hidden />
          <b>{formatCount(absent)}</b> Absent
        </li>
        <li data-mark="unmarked">
          <IconCircleDashed size={18} stroke={1.75} aria-hidden />
          <b>{formatCount(unmarked)}</b> Unmarked
        </li>
      </ul>
      <LiveRegion text={words.join(', ')} />
    </div>
  );
};

interface UnmarkedNoteProps extends Pick<ClassMarking, 'store' | 'extent'> {
  readonly id: string;
}

const UnmarkedNote = ({ id, store, extent }: UnmarkedNoteProps) => {
  const unmarked = useDeferredMarking(store, (marking) => countMarks(marking).unmarked);
  return (
    <p id={id} className={classes['note']} data-visible={unmarked > 0 || undefined}>
      {labels[extent].note}
      {extent === 'class' && unmarked > 0 && (
        <VisuallyHidden>: {formatCount(unmarked)}</VisuallyHidden>
      )}
    </p>
  );
};

interface SubmitBarProps {
  readonly marking: ClassMarking;
  readonly date: IsoDate;
  readonly onSubmit: () => void;
}

/** Stays at the foot of the screen: how far the roll is, and the submit button. */
const SubmitBar = ({ marking, date, onSubmit }: SubmitBarProps) => {
  const { store, extent, busy } = marking;
  const note = useId();
  const nothingToSend = useMarking(
    store,
    ({ entries, marks }) => (extent === 'class' ? entries.length : marks.size) === 0,
  );
  return (
    <div className={classes['footer']}>
      <ConnectionLine marking={marking} />
      <div className={classes['bar']}>
        <Progress store={store} />
        <p className={classes['day']}>Class of {formatDay(date)}</p>
        <UnmarkedNote id={note} store={store} extent={extent} />
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

interface MarkWithRemarksProps {
  readonly present?: boolean;
  readonly remarks?: string | null | undefined;
}

const MarkWithRemarks = ({ present, remarks }: MarkWithRemarksProps) => (
  <span className={classes['mark']}>
    <StatusBadge present={present ?? null} />
    {remarks && <span className={classes['remarks']}>{remarks}</span>}
  </span>
);

interface HistoryProps {
  readonly classDay: ClassDay;
  readonly entry: RosterEntry;
}

/** The history of a student's marks in this class: who, when, and the mark before. */
const StudentHistory = ({ classDay, entry }: HistoryProps) => {
  const formatTime = useTimeOnCampus();
  const query = useReply(attendance.classHistory, {
    params: { subjectId: classDay.subjectId, date: classDay.date },
    staleTime: 0,
  });
  return (
    <MarkHistory
      query={query}
      none="Nobody has submitted a mark of this student yet."
      changesIn={(changes) =>
        changes
          .filter(({ studentId }) => studentId === entry.id)
          .map(({ id, from, to, changedBy, changedAt, correction }) => ({
            id,
            from: <MarkWithRemarks {...from} />,
            to: <MarkWithRemarks {...to} />,
            by: `${changedBy}, ${formatTime(changedAt)}`,
            note: correction && (
              <>
                <IconPencilCheck size={16} stroke={1.75} aria-hidden />
                Correction
              </>
            ),
          }))
      }
    />
  );
};

const names = new Intl.ListFormat('en', { type: 'conjunction' });

/** Tells a teacher which marks of the class an administrator has corrected. */
const CorrectedNotice = ({ entries }: { readonly entries: readonly RosterEntry[] }) => {
  const [read, setRead] = useState(false);
  const by = entries.flatMap(({ correctedBy }) => (correctedBy ? [correctedBy] : []));
  if (read || by.length === 0) return null;
  return (
    <ClassNotice
      icon={<IconPencilCheck size={22} stroke={1.75} aria-hidden />}
      actions={
        <Button variant="default" onClick={() => setRead(true)}>
          OK
        </Button>
      }
    >
      {pluralize(by.length, 'mark was', 'marks were')} corrected by {names.format(new Set(by))}. The
      history of a mark tells what it was before.
    </ClassNotice>
  );
};

/** Names the students who are not asked for. */
const CountedNotice = ({ counted }: LoadedRoster) =>
  counted &&
  counted.length > 0 && (
    <ClassNotice>
      Counted already in opening balances:{' '}
      {names.format(
        counted.length > 9
          ? [...counted.slice(0, 8), `${formatCount(counted.length - 8)} others`]
          : counted,
      )}
      .
    </ClassNotice>
  );

interface ClassRosterProps extends ClassToMark {
  /** Gives the page the marks on the screen, without a re-render at each mark. */
  readonly ref: Ref<MarkingStore<Roll>>;
}

const ClassForm = ({
  ref,
  roster,
  ...marked
}: ClassRosterProps & { readonly roster: LoadedRoster }) => {
  const marking = useClassMarking(marked, roster);
  const { store, extent, busy, isQueued } = marking;
  const [nobodyMarked, setNobodyMarked] = useState(false);
  const history = useDialogOf(
    ({ studentName }: RosterEntry) => `History of ${studentName}`,
    (entry) => <StudentHistory classDay={marked.classDay} entry={entry} />,
  );
  const students = useMarking(store, ({ entries }) => entries.length);
  const restored = useMarking(store, (now) => now.restored);
  useImperativeHandle(ref, () => store, [store]);
  const submit = () => {
    if (busy) return;
    if (extent === 'class' && countMarks(store.get()).unmarked === students) setNobodyMarked(true);
    else marking.submit();
  };
  return (
    <>
      {extent === 'changes' ? (
        <ClassNotice icon={<IconPencil size={22} stroke={1.75} aria-hidden />}>
          Correction: changes are recorded as made by you.
        </ClassNotice>
      ) : (
        <CorrectedNotice entries={roster.entries} />
      )}
      <CountedNotice {...roster} />
      {restored > 0 && !isQueued && (
        <RestoredNotice
          students={restored}
          notYet="submitted"
          onDiscard={() => store.update(discard)}
          onKeep={() => store.update(keepRestored)}
        />
      )}
      <Card flush>
        {students === 0 ? (
          <EmptyState
            icon={IconUserOff}
            text={
              roster.counted?.length
                ? 'Every student of this day is counted already'
                : 'No students found for this subject'
            }
          />
        ) : (
          <Roster store={store} onHistory={history.open} onSubmit={submit} />
        )}
      </Card>
      <SubmitBar marking={marking} date={marked.classDay.date} onSubmit={submit} />
      <ConfirmDialog
        opened={nobodyMarked}
        onClose={() => setNobodyMarked(false)}
        title="Nobody is marked"
        confirmLabel="Submit all as absent"
        destructive
        onConfirm={() => {
          setNobodyMarked(false);
          marking.submit();
        }}
      >
        {students === 1
          ? 'The only student will be recorded as absent.'
          : `All ${pluralize(students, 'student')} will be recorded as absent.`}
      </ConfirmDialog>
      {history.dialog}
      <ConflictDialog
        sending={marking}
        title="Someone else has marked this class"
        verb="Send"
        renderMark={(mark) => <MarkWithRemarks {...mark} />}
      />
    </>
  );
};

/** The roll of one class. Pass the class as `key`: the marks belong to that class alone. */
export const ClassRoster = (props: ClassRosterProps) => {
  const roster = useQuery(rosterQuery(props.classDay));
  // Once a roster is on the screen, the line at its foot already reports the missing network.
  const isReportedBelow = roster.data !== undefined && isNetworkError(roster.error);
  const isTeacher = props.person === props.facultyEmail;
  useFailureToast(
    'Failed to fetch attendance',
    isTeacher && !isReportedBelow ? roster.error : null,
  );
  return (
    <Loaded query={roster} what="students" rows={8} columns={4} card saysStale>
      {(data) => <ClassForm {...props} roster={data} />}
    </Loaded>
  );
};
