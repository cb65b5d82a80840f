import { Button } from '@mantine/core';
import { useState } from 'react';
import { type ExamChange, examFields, examResults, type ResultChange } from '@campus/contract';
import { useTimeOnCampus } from '../../../lib/campus.ts';
import { useReply } from '../../../lib/query.ts';
import { useDialogOf } from '../../../ui/actions.tsx';
import { MarkHistory } from '../../../ui/mark-history.tsx';
import { labelsFor } from '../../../ui/use-record-edit.ts';
import { resultText } from '../exam-labels.ts';
import classes from './history-dialog.module.css';

interface HistorySubject {
  /** Null for the exam as a whole. */
  readonly studentId: string | null;
  /** The student's name, or the exam's title. */
  readonly name: string;
}

const { labels, formatValue } = labelsFor(examFields);

const changeOfResult = (change: ResultChange) => ({
  ...change,
  id: `result-${change.id}`,
  from: resultText(change.from),
  to: resultText(change.to),
  note: change.published && 'While published',
});

const changeOfExam = (change: ExamChange) => ({
  ...change,
  id: `exam-${change.id}`,
  what: labels[change.field] ?? 'Published',
  from: formatValue(change.field, change.from) ?? 'None',
  to: formatValue(change.field, change.to) ?? 'None',
});

/** Changes drawn at once: a large class has thousands. */
const atOnce = 200;

interface HistoryProps extends Pick<HistorySubject, 'studentId'> {
  readonly examId: string;
}

/** Who gave which marks when, and what they were before. */
const ExamHistory = ({ examId, studentId }: HistoryProps) => {
  const history = useReply(examResults.examHistory, {
    params: { examId },
    query: { studentId: studentId ?? undefined },
    staleTime: 0,
  });
  const formatTime = useTimeOnCampus();
  const [shown, setShown] = useState(atOnce);
  const ofExam = studentId ? [] : (history.data?.exam ?? []);
  const count = (history.data?.results.length ?? 0) + ofExam.length;
  return (
    <MarkHistory
      query={history}
      none="Nothing has been changed yet."
      changesIn={({ results, exam }) =>
        (studentId
          ? results.map(changeOfResult)
          : [
              ...results.map((one) => ({ ...changeOfResult(one), what: one.studentName })),
              ...exam.map(changeOfExam),
            ]
        )
          .toSorted((one, other) => other.changedAt.localeCompare(one.changedAt))
          .slice(0, shown)
          .map(({ changedBy, changedAt, from, to, ...change }) => ({
            ...change,
            from: <span>{from}</span>,
            to: <span className={classes['to']}>{to}</span>,
            by: `${changedBy}, ${formatTime(changedAt)}`,
          }))
      }
      below={
        count > shown && (
          <p>
            <Button variant="default" onClick={() => setShown(shown + atOnce)}>
              Show older
            </Button>
          </p>
        )
      }
    />
  );
};

export const useHistoryDialog = (examId: string) =>
  useDialogOf(
    ({ name }: HistorySubject) => `History of ${name}`,
    ({ studentId }) => <ExamHistory examId={examId} studentId={studentId} />,
  );
