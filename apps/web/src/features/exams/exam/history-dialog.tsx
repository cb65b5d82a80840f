import { type ExamChange, examFields, examResults, type ResultChange } from '@campus/contract';
import { timeOfInstant } from '../../../lib/instant.ts';
import { useReply } from '../../../lib/query.ts';
import { ChangeStep } from '../../../ui/change-step.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { wordsOf } from '../../../ui/record-edit/draft.ts';
import { ScrollList } from '../../../ui/scroll-list.tsx';
import { resultText } from '../exam-labels.ts';
import classes from './history-dialog.module.css';

export interface HistoryOf {
  readonly studentId: string | null;
  /** The student's name, or the exam's title. */
  readonly name: string;
}

interface HistoryDialogProps {
  readonly examId: string;
  /** Whose results; of the exam as a whole without a student; null while it is closed. */
  readonly of: HistoryOf | null;
  readonly onClose: () => void;
}

interface Line {
  readonly id: string;
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly changedBy: string;
  readonly changedAt: string;
  readonly published: boolean;
}

const { labels, valueInWords } = wordsOf(examFields);

const lineOfResult = (change: ResultChange, withName: boolean): Line => ({
  ...change,
  id: `result-${change.id}`,
  what: withName ? change.studentName : '',
  from: resultText(change.from),
  to: resultText(change.to),
});

const lineOfExam = (change: ExamChange): Line => ({
  ...change,
  id: `exam-${change.id}`,
  what: labels[change.field] ?? 'Published',
  from: valueInWords(change.field, change.from) ?? 'None',
  to: valueInWords(change.field, change.to) ?? 'None',
  published: false,
});

const Changes = ({ examId, of }: { readonly examId: string; readonly of: HistoryOf }) => {
  const history = useReply(examResults.examHistory, {
    params: { examId },
    query: { studentId: of.studentId ?? undefined },
    staleTime: 0,
  });
  const whole = of.studentId === null;
  return (
    <Loaded query={history} what="history" rows={3} columns={2}>
      {({ results, exam }) => {
        const lines = [
          ...results.map((change) => lineOfResult(change, whole)),
          ...(whole ? exam.map(lineOfExam) : []),
        ].toSorted((one, other) => (one.changedAt < other.changedAt ? 1 : -1));
        if (lines.length === 0) return <p>Nothing has been changed yet.</p>;
        return (
          <ScrollList as="ol" label="Changes, the latest first" height="high">
            {lines.map(({ id, what, from, to, changedBy, changedAt, published }) => (
              <ChangeStep
                key={id}
                what={what}
                from={<span>{from}</span>}
                to={<span className={classes['to']}>{to}</span>}
                by={`${changedBy}, ${timeOfInstant(changedAt)}`}
                note={published && 'While published'}
              />
            ))}
          </ScrollList>
        );
      }}
    </Loaded>
  );
};

/** Who has given which marks when, and what they were before. */
export const HistoryDialog = ({ examId, of, onClose }: HistoryDialogProps) => (
  <Dialog opened={of !== null} onClose={onClose} title={of ? `History of ${of.name}` : 'History'}>
    {of && <Changes examId={examId} of={of} />}
  </Dialog>
);
