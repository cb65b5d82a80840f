import type { HandIn, HandInMarkChange } from '@campus/contract';
import { timeOfInstant } from '../../../lib/instant.ts';
import { Card } from '../../../ui/card.tsx';
import assignmentClasses from '../assignments.module.css';

const inWords = ({ event, marks, version }: HandInMarkChange): string => {
  if (event === 'returned') return `Returned with ${marks} marks`;
  return event === 'reopened' ? 'Reopened' : `${marks} marks for version ${version}`;
};

/** What became of a student's marks, the latest first. */
export const MarksHistory = ({ history }: Pick<HandIn, 'history'>) => (
  <Card title="History of the marks" flush>
    <ol className={assignmentClasses['lines']} aria-label="History of the marks, the latest first">
      {history.map((change) => (
        <li key={change.id}>
          <span>{inWords(change)}</span>
          {change.event === 'marked' && change.comment !== '' && (
            <span className={assignmentClasses['prose']}>{`“${change.comment}”`}</span>
          )}
          <span className={assignmentClasses['quiet']}>
            {`${change.changedBy}, ${timeOfInstant(change.changedAt)}`}
          </span>
        </li>
      ))}
    </ol>
  </Card>
);
