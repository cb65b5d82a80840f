import { attendanceHistory, type MarkChange, type RosterEntry } from '@campus/contract';
import { IconPencilCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { campusQuery } from '../../../lib/campus.ts';
import { timeOnCampus } from '../../../lib/instant.ts';
import { useReply } from '../../../lib/query.ts';
import { ChangeStep } from '../../../ui/change-step.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { ScrollList } from '../../../ui/scroll-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { ClassDay } from '../attendance.api.ts';
import classes from './history-dialog.module.css';

interface HistoryDialogProps {
  readonly classDay: ClassDay;
  /** Whose mark; null while the dialog is closed. */
  readonly entry: RosterEntry | null;
  readonly onClose: () => void;
}

type Side = MarkChange['to'];

const Mark = ({ side }: { readonly side: Side | null }) => (
  <span className={classes['mark']}>
    <StatusBadge present={side?.present ?? null} />
    {side?.remarks && <span className={classes['remarks']}>{side.remarks}</span>}
  </span>
);

const Changes = (props: Omit<HistoryDialogProps, 'onClose'> & { readonly entry: RosterEntry }) => {
  const history = useReply(attendanceHistory.classHistory, {
    params: props.classDay,
    staleTime: 0,
  });
  const timeZone = useQuery(campusQuery).data?.timezone;
  return (
    <Loaded query={history} what="history" rows={3} columns={2}>
      {(changes) => {
        const own = changes.filter(({ studentId }) => studentId === props.entry.id);
        return own.length === 0 ? (
          <p>Nobody has submitted a mark of this student yet.</p>
        ) : (
          <ScrollList as="ol" label="Changes, the latest first" height="high">
            {own.map(({ id, from, to, changedBy, changedAt, correction }) => (
              <ChangeStep
                key={id}
                from={<Mark side={from} />}
                to={<Mark side={to} />}
                by={`${changedBy}, ${timeOnCampus(changedAt, timeZone)}`}
                note={
                  correction && (
                    <>
                      <IconPencilCheck size={16} stroke={1.75} aria-hidden />
                      Correction
                    </>
                  )
                }
              />
            ))}
          </ScrollList>
        );
      }}
    </Loaded>
  );
};

/** Who has marked a student of this class, when, and what the mark was before. */
export const HistoryDialog = ({ classDay, entry, onClose }: HistoryDialogProps) => (
  <Dialog
    opened={entry !== null}
    onClose={onClose}
    title={entry ? `History of ${entry.studentName}` : 'History'}
  >
    {entry && <Changes classDay={classDay} entry={entry} />}
  </Dialog>
);
