import { IconUserOff } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ClassDay, LoadedRoster } from './attendance.api.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { countMarks } from './marking.ts';
import { unmarkedStudents } from './roster-filter.ts';
import { RosterTable } from './roster-table.tsx';
import { RosterTools } from './roster-tools.tsx';
import { SubmitBar } from './submit-bar.tsx';
import { UnsentNotice } from './unsent-notice.tsx';
import { useMarking } from './use-marking.ts';
import { focusFirstRow, useRosterKeys } from './use-roster-keys.ts';
import { useSubmission } from './use-submission.ts';

interface ClassRosterProps {
  readonly person: string;
  readonly klass: ClassDay;
  readonly roster: LoadedRoster;
  readonly timeZone: string;
  readonly onUnsent: (unsent: boolean) => void;
}

/** The roll of one class. Mounted anew for every class: its marks belong to it alone. */
export const ClassRoster = ({ person, klass, roster, timeZone, onUnsent }: ClassRosterProps) => {
  const [marking, dispatch] = useMarking(person, klass, roster);
  const submission = useSubmission(person, klass, marking, dispatch);
  const [search, setSearch] = useState('');
  // The students unmarked when the filter was set: a row does not slip away from under the thumb.
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null);
  const [restored, setRestored] = useState(marking.marks.size > 0);
  const [nobodyMarked, setNobodyMarked] = useState(false);
  const body = useRef<HTMLTableSectionElement>(null);
  useRosterKeys(body);
  const deferredSearch = useDeferredValue(search);

  const unsent = marking.marks.size > 0;
  useEffect(() => onUnsent(unsent), [onUnsent, unsent]);

  const counts = countMarks(marking);
  const students = marking.entries.length;
  const submit = () => {
    if (counts.unmarked === students) setNobodyMarked(true);
    else submission.submit();
  };
  return (
    <>
      {restored && unsent && (
        <UnsentNotice
          students={marking.marks.size}
          onKeep={() => setRestored(false)}
          onDiscard={() => dispatch({ type: 'discard' })}
        />
      )}
      <Card flush>
        {students === 0 ? (
          <EmptyState icon={<IconUserOff />} text="No students found for this subject" />
        ) : (
          <>
            <RosterTools
              search={search}
              onSearch={setSearch}
              onFound={() => focusFirstRow(body.current)}
              unmarkedOnly={only !== null}
              onUnmarkedOnly={(on) => setOnly(on ? unmarkedStudents(marking) : null)}
              unmarked={counts.unmarked}
              onMarkTheRest={() => dispatch({ type: 'mark the rest' })}
              filled={marking.filled.length}
              onUndo={() => dispatch({ type: 'undo the rest' })}
            />
            <RosterTable
              marking={marking}
              dispatch={dispatch}
              search={deferredSearch}
              only={only}
              body={body}
            />
          </>
        )}
      </Card>
      <SubmitBar counts={counts} busy={submission.busy} onSubmit={submit} />
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
