import type { RosterEntry } from '@campus/contract';
import { IconUserOff } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ClassDay, LoadedRoster } from './attendance.api.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { useMarking, useMarkingStore } from './marking-store.ts';
import type { MarkingStore } from './marking-store.ts';
import { unmarkedStudents } from './roster-filter.ts';
import { RosterTable } from './roster-table.tsx';
import { RosterTools } from './roster-tools.tsx';
import { SubmitBar } from './submit-bar.tsx';
import { UnsentNotice } from './unsent-notice.tsx';
import { focusFirstRow, useRosterKeys } from './use-roster-keys.ts';
import { useRosterInput } from './use-roster-input.ts';
import { useSubmission } from './use-submission.ts';

interface RosterProps {
  readonly store: MarkingStore;
  readonly onHistory: (entry: RosterEntry) => void;
}

const Roster = ({ store, onHistory }: RosterProps) => {
  const entries = useMarking(store, (marking) => marking.entries);
  const [search, setSearch] = useState('');
  const deferredSearch = useDeferredValue(search);
  // The students unmarked when the filter was set: a row does not slip away from under the thumb.
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  useRosterKeys(body);
  useRosterInput(body, store);
  return (
    <>
      <RosterTools
        search={search}
        onSearch={setSearch}
        onFound={() => focusFirstRow(body.current)}
        unmarkedOnly={only !== null}
        onUnmarkedOnly={(on) => setOnly(on ? unmarkedStudents(store.get()) : null)}
        store={store}
      />
      <RosterTable
        entries={entries}
        store={store}
        search={deferredSearch}
        only={only}
        body={body}
        onHistory={onHistory}
      />
    </>
  );
};

interface ClassRosterProps {
  readonly person: string;
  readonly klass: ClassDay;
  readonly roster: LoadedRoster;
  readonly timeZone: string;
  readonly onUnsent: (unsent: boolean) => void;
}

/** The roll of one class. Mounted anew for every class: its marks belong to it alone. */
export const ClassRoster = ({ person, klass, roster, timeZone, onUnsent }: ClassRosterProps) => {
  const store = useMarkingStore(person, klass, roster);
  const submission = useSubmission(person, klass, store);
  const [nobodyMarked, setNobodyMarked] = useState(false);
  const [historyOf, setHistoryOf] = useState<RosterEntry | null>(null);
  const students = useMarking(store, (marking) => marking.entries.length);
  const restored = useMarking(store, (marking) => marking.restored);
  const unsent = useMarking(store, (marking) => marking.marks.size > 0);
  useEffect(() => onUnsent(unsent), [onUnsent, unsent]);

  const submit = () => {
    if (unmarkedStudents(store.get()).size === students) setNobodyMarked(true);
    else submission.submit();
  };
  return (
    <>
      {restored > 0 && (
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
          <Roster store={store} onHistory={setHistoryOf} />
        )}
      </Card>
      <SubmitBar store={store} busy={submission.busy} onSubmit={submit} />
      <ConfirmDialog
        opened={nobodyMarked}
        onClose={() => setNobodyMarked(false)}
        title="Nobody is marked"
        confirmLabel="Submit all as absent"
        onConfirm={() => {
          setNobodyMarked(false);
          submission.submit();
        }}
      >
        {students === 1
          ? 'The only student will be recorded as absent.'
          : `All ${students} students will be recorded as absent.`}
      </ConfirmDialog>
      <ConflictDialog
        conflicts={submission.conflict?.rows ?? null}
        sent={submission.conflict?.sent ?? []}
        timeZone={timeZone}
        busy={submission.busy}
        onKeepTheirs={submission.keepTheirs}
        onSendMine={submission.sendMine}
        onClose={submission.dismissConflict}
      />
    </>
  );
};
