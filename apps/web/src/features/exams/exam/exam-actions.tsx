import { type Exam, type ExamEntry, exams } from '@campus/contract';
import { IconEye, IconEyeOff, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { countOf } from '../../../lib/count.ts';
import { call } from '../../../lib/call.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { notifyError } from '../../../ui/toasts.tsx';
import { useQuestion } from '../../../ui/use-action.ts';
import { refreshExams } from '../exams.api.ts';
import classes from './exam.module.css';

interface ExamActionsProps {
  readonly exam: Exam;
  readonly entries: readonly ExamEntry[];
  /** Whether there are marks that are typed and not saved. */
  readonly unsaved: () => boolean;
  /** The day of the exam has come. */
  readonly held: boolean;
  /** Nothing can be changed: the term is closed, and this is a teacher. */
  readonly frozen: boolean;
  readonly onEdit: () => void;
  readonly onHistory: () => void;
  readonly onDeleted: () => void;
}

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
          <strong>{`${countOf(exam.missing, 'student has', 'students have')} no marks yet`}</strong>
          {`: ${firstNames(entries)}. They see nothing of this exam until their marks are in.`}
        </>
      )}
    </p>
  </>
);

const actions = {
  publish: {
    endpoint: exams.publishExam,
    title: 'Publish the results?',
    label: 'Publish',
    done: 'is published.',
  },
  withdraw: {
    endpoint: exams.withdrawExam,
    title: 'Withdraw the results?',
    label: 'Withdraw',
    done: 'is a draft again.',
  },
  delete: {
    endpoint: exams.deleteExam,
    title: 'Delete this exam?',
    label: 'Delete',
    done: 'is deleted.',
  },
} as const;

/** What can be done with an exam as a whole. */
export const ExamActions = (props: ExamActionsProps) => {
  const { exam, entries, unsaved, held, frozen } = props;
  const client = useQueryClient();
  const results = exam.marked + exam.absent;
  const question = useQuestion({
    run: (what: keyof typeof actions): Promise<unknown> =>
      call(actions[what].endpoint, { params: { examId: exam.id } }),
    done: (_, what) => `${exam.title} ${actions[what].done}`,
    failed: 'This could not be done. Please try again.',
    onDone: (_, what) => {
      if (what !== 'delete') return refreshExams(client);
      // No list is shown that still has it, and nothing of it is asked for again.
      client.removeQueries({ queryKey: [exams.listExams.path] });
      return props.onDeleted();
    },
  });
  const { asked = 'publish', ask } = question;
  const publish = (): void => {
    if (unsaved())
      notifyError('There are marks that are not saved. Save them first, then publish.');
    else ask('publish');
  };
  const change = (
    <>
      <IconButton variant="subtle" icon={IconPencil} onClick={props.onEdit}>
        Edit
      </IconButton>
      {exam.publishedAt === null ? (
        <>
          <IconButton variant="subtle" color="brick" icon={IconTrash} onClick={() => ask('delete')}>
            Delete
          </IconButton>
          <IconButton
            variant="light"
            icon={IconEye}
            disabled={!held || results === 0}
            onClick={publish}
          >
            Publish
          </IconButton>
        </>
      ) : (
        <IconButton variant="light" icon={IconEyeOff} onClick={() => ask('withdraw')}>
          Withdraw
        </IconButton>
      )}
    </>
  );
  return (
    <div className={classes['actions']}>
      <IconButton variant="subtle" icon={IconHistory} onClick={props.onHistory}>
        History
      </IconButton>
      {!frozen && change}
      <ConfirmDialog
        {...question.dialog}
        title={actions[asked].title}
        confirmLabel={actions[asked].label}
      >
        {asked === 'publish' && <PublishQuestion exam={exam} entries={entries} />}
        {asked === 'withdraw' &&
          'Students see no marks of this exam any more, only its day in their calendar. The marks stay, and it can be published again.'}
        {asked === 'delete' &&
          (results === 0
            ? 'It has no marks.'
            : `${countOf(results, 'student has', 'students have')} a result in it, which is deleted too.`)}
      </ConfirmDialog>
    </div>
  );
};
