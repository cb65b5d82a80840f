import type { Exam, ExamEntry } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconEye, IconEyeOff, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { notifyError } from '../../../ui/toasts.tsx';
import { useQuestion } from '../../../ui/use-action.ts';
import { studentsHave } from '../exam-labels.ts';
import { deleteExam, forgetExam, publishExam, refreshExams, withdrawExam } from '../exams.api.ts';
import classes from './exam.module.css';

interface ExamActionsProps {
  readonly exam: Exam;
  readonly entries: readonly ExamEntry[];
  /** Marks that are typed and not saved. */
  readonly unsaved: number;
  /** The day of the exam has come. */
  readonly held: boolean;
  /** Nothing can be changed: the term is closed, and this is a teacher. */
  readonly frozen: boolean;
  readonly onEdit: () => void;
  readonly onHistory: () => void;
  readonly onDeleted: () => void;
}

type Question = 'publish' | 'withdraw' | 'delete';

const firstNames = (entries: readonly ExamEntry[]): string => {
  const names = entries
    .filter(({ marks, absent, enrolled }) => enrolled && marks === null && !absent)
    .map(({ studentName }) => studentName);
  const more = names.length - 5;
  return names.slice(0, 5).join(', ') + (more > 0 ? ` and ${more} more` : '');
};

/** What publishing means for this exam, before it is done. */
const PublishQuestion = ({ exam, entries }: Pick<ExamActionsProps, 'exam' | 'entries'>) => (
  <>
    <p>Each student sees their own result as soon as it is published.</p>
    <p>
      {exam.missing === 0 ? (
        'Everybody in the class has marks or is marked absent.'
      ) : (
        <>
          <strong>{`${studentsHave(exam.missing)} no marks yet`}</strong>
          {`: ${firstNames(entries)}. They see nothing of this exam until their marks are in.`}
        </>
      )}
    </p>
  </>
);

const words: Readonly<Record<Question, { title: string; confirm: string; done: string }>> = {
  publish: { title: 'Publish the results?', confirm: 'Publish', done: 'is published.' },
  withdraw: { title: 'Withdraw the results?', confirm: 'Withdraw', done: 'is a draft again.' },
  delete: { title: 'Delete this exam?', confirm: 'Delete', done: 'is deleted.' },
};

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** What can be done with an exam as a whole. */
export const ExamActions = (props: ExamActionsProps) => {
  const { exam, entries, unsaved, held, frozen } = props;
  const client = useQueryClient();
  const published = exam.publishedAt !== null;
  const question = useQuestion({
    run: async (what: Question): Promise<void> => {
      if (what === 'publish') await publishExam(exam.id);
      else if (what === 'withdraw') await withdrawExam(exam.id);
      else await deleteExam(exam.id);
    },
    done: (_, what) => `${exam.title} ${words[what].done}`,
    failed: 'This could not be done. Please try again.',
    onDone: (_, what) => {
      if (what !== 'delete') return refreshExams(client);
      const forgotten = forgetExam(client, exam.id);
      props.onDeleted();
      return forgotten;
    },
  });
  const { asked = 'publish' } = question;
  const ask = (what: Question): void => {
    if (what === 'publish' && unsaved > 0)
      notifyError('There are marks that are not saved. Save them first, then publish.');
    else question.ask(what);
  };
  return (
    <div className={classes['actions']}>
      <Button variant="subtle" leftSection={<IconHistory {...icon} />} onClick={props.onHistory}>
        History
      </Button>
      {!frozen && (
        <>
          <Button variant="subtle" leftSection={<IconPencil {...icon} />} onClick={props.onEdit}>
            Edit
          </Button>
          {!published && (
            <Button
              variant="subtle"
              color="brick"
              leftSection={<IconTrash {...icon} />}
              onClick={() => ask('delete')}
            >
              Delete
            </Button>
          )}
          {published ? (
            <Button
              variant="light"
              leftSection={<IconEyeOff {...icon} />}
              onClick={() => ask('withdraw')}
            >
              Withdraw
            </Button>
          ) : (
            <Button
              variant="light"
              leftSection={<IconEye {...icon} />}
              disabled={!held || exam.marked + exam.absent === 0}
              onClick={() => ask('publish')}
            >
              Publish
            </Button>
          )}
        </>
      )}
      <ConfirmDialog
        {...question.dialog}
        title={words[asked].title}
        confirmLabel={words[asked].confirm}
      >
        {asked === 'publish' && <PublishQuestion exam={exam} entries={entries} />}
        {asked === 'withdraw' &&
          'Students see no marks of this exam any more, only its day in their calendar. The marks stay, and it can be published again.'}
        {asked === 'delete' &&
          (exam.marked + exam.absent === 0
            ? 'It has no marks.'
            : `${studentsHave(exam.marked + exam.absent)} a result in it, which is deleted too.`)}
      </ConfirmDialog>
    </div>
  );
};
