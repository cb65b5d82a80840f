import type { RosterEntry } from '@campus/contract';
import { IconPencil, IconUserOff } from '@tabler/icons-react';
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatDay } from '../../lib/day.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ClassDay, LoadedRoster } from './attendance.api.ts';
import { ClassNotice } from './class-notice.tsx';
import { RosterConflictDialog } from './conflict-dialog.tsx';
import { CorrectedNotice } from './corrected-notice.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { useMarking, useMarkingStore } from './marking-store.ts';
import type { MarkingStore } from './marking-store.ts';
import { makeFilter, unmarkedStudents } from './roster-filter.ts';
import { RosterTable } from './roster-table.tsx';
import { RosterTools } from './roster-tools.tsx';
import type { RosterView } from './roster-view.ts';
import { SubmitBar } from './submit-bar.tsx';
import { UnsentNotice } from './unsent-notice.tsx';
import { focusFirstRow, useRosterKeys } from './use-roster-keys.ts';
import { useRosterInput } from './use-roster-input.ts';
import { useSubmission } from './use-submission.ts';
import { stopWaiting, useWaitingSince } from './waiting-submissions.ts';

interface RosterProps {
  readonly store: MarkingStore;
  readonly onHistory: (entry: RosterEntry) => void;
  readonly onSubmit: () => void;
}

const Roster = ({ store, onHistory, onSubmit }: RosterProps) => {
  const entries = useMarking(store, (marking) => marking.entries);
  const [search, setSearch] = useState('');
  // The students unmarked when the filter was set: a row does not slip away from under the thumb.
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null);
  // The tick is drawn first, the rows after it.
  const deferredOnly = useDeferredValue(only);
  const filter = useMemo(() => makeFilter(entries), [entries]);
  const shown = useMemo(() => filter(search, deferredOnly), [filter, search, deferredOnly]);
  const view = useRef<RosterView>(null);
  const whole = useRef<() => void>(null);
  const goToFirst = (typed: string) => {
    // Whoever types fast is ahead of what is drawn.
    const found = filter(typed, only);
    if (found.indexOf(true) >= (body.current?.childElementCount ?? 0)) whole.current?.();
    view.current?.filter(found);
    view.current?.settle();
    focusFirstRow(body.current);
  };
  const body = useRef<HTMLTableSectionElement>(null);
  useRosterKeys(body, { onSubmit, drawAll: () => whole.current?.() });
  useRosterInput(body, store);
  return (
    <>
      <RosterTools
        onSearch={setSearch}
        onFound={goToFirst}
        unmarkedOnly={only !== null}
        onUnmarkedOnly={(on) => setOnly(on ? unmarkedStudents(store.get()) : null)}
        store={store}
      />
      <RosterTable
        entries={entries}
        store={store}
        shown={shown}
        body={body}
        view={view}
        whole={whole}
        onHistory={onHistory}
      />
    </>
  );
};

interface TellUnsentProps {
  readonly store: MarkingStore;
  readonly onUnsent: (unsent: boolean) => void;
}

/** Tells the page, which draws itself when there is time: it is larger than a row. */
const TellUnsent = ({ store, onUnsent }: TellUnsentProps) => {
  const unsent = useMarking(store, (marking) => marking.marks.size > 0);
  useLayoutEffect(() => onUnsent(unsent), [onUnsent, unsent]);
  return null;
};

interface ClassRosterProps {
  /** E-mail of who is marking: unsent marks are theirs. */
  readonly person: string;
  readonly klass: ClassDay;
  readonly roster: LoadedRoster;
  readonly timeZone: string;
  readonly onUnsent: (unsent: boolean) => void;
  /** The teacher of the subject. Anybody else who marks is correcting, and sends changes only. */
  readonly facultyEmail?: string;
  /** The subject, for what is said about a submission while another class is on the screen. */
  readonly subject?: string;
}

/** The roll of one class. Mounted anew for every class: its marks belong to it alone. */
export const ClassRoster = (props: ClassRosterProps) => {
  const { person, klass, roster, timeZone, onUnsent, facultyEmail = person, subject } = props;
  const extent = facultyEmail === person ? 'class' : 'changes';
  const store = useMarkingStore(person, klass, roster);
  const label = [subject, formatDay(klass.date)].filter(Boolean).join(', ');
  const submission = useSubmission(klass, store, { label, facultyEmail, extent });
  const waits = useWaitingSince(person, klass) !== null;
  const [nobodyMarked, setNobodyMarked] = useState(false);
  const [historyOf, setHistoryOf] = useState<RosterEntry | null>(null);
  const students = useMarking(store, (marking) => marking.entries.length);
  const restored = useMarking(store, (marking) => marking.restored);
  const submit = () => {
    if (submission.busy) return;
    const nobody = unmarkedStudents(store.get()).size === students;
    if (extent === 'class' && nobody) setNobodyMarked(true);
    else submission.submit();
  };
  return (
    <>
      <TellUnsent store={store} onUnsent={onUnsent} />
      {extent === 'changes' ? (
        <ClassNotice icon={<IconPencil size={22} stroke={1.75} aria-hidden />}>
          Correction: changes are recorded as made by you.
        </ClassNotice>
      ) : (
        <CorrectedNotice entries={roster.entries} />
      )}
      {restored > 0 && !waits && (
        <UnsentNotice
          students={restored}
          onKeep={() => store.dispatch({ type: 'keep' })}
          onDiscard={() => store.dispatch({ type: 'discard' })}
        />
      )}
      <Card flush>
        {students === 0 ? (
          <EmptyState icon={<IconUserOff />} text="No students found for this subject" />
        ) : (
          <Roster store={store} onHistory={setHistoryOf} onSubmit={submit} />
        )}
      </Card>
      <SubmitBar
        store={store}
        extent={extent}
        busy={submission.busy}
        waits={waits}
        onSubmit={submit}
        onTakeBack={() => stopWaiting(person, klass)}
      />
      <ConfirmDialog
        opened={nobodyMarked}
        onClose={() => setNobodyMarked(false)}
        title="Nobody is marked"
        confirmLabel="Submit all as absent"
        grave
        onConfirm={() => {
          setNobodyMarked(false);
          submission.submit();
        }}
      >
        {students === 1
          ? 'The only student will be recorded as absent.'
          : `All ${students} students will be recorded as absent.`}
      </ConfirmDialog>
      <HistoryDialog
        klass={klass}
        entry={historyOf}
        timeZone={timeZone}
        onClose={() => setHistoryOf(null)}
      />
      <RosterConflictDialog
        conflicts={submission.conflict?.rows ?? null}
        sent={submission.conflict?.sent ?? []}
        timeZone={timeZone}
        busy={submission.busy}
        onDecide={submission.decide}
        onClose={submission.dismissConflict}
      />
    </>
  );
};
