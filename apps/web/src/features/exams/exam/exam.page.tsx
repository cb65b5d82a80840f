import { type Exam, type ExamEntry, exams, type IsoDate, examResults } from '@campus/contract';
import {
  IconEye,
  IconEyeOff,
  IconFileCertificate,
  IconHistory,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMayCall } from '../../../lib/may-call.tsx';
import { isMissing } from '../../../lib/call-error.ts';
import { call } from '../../../lib/call.ts';
import { campusQuery } from '../../../lib/campus.ts';
import { formatCount, pluralize } from '../../../lib/count.ts';
import { formatDay } from '../../../lib/day.ts';
import { addedInWords } from '../../../lib/instant.ts';
import { discard } from '../../../lib/marking/marking.ts';
import { type MarkingStore, useDeferredMarking } from '../../../lib/marking/store.ts';
import { refreshFirst, useReply } from '../../../lib/query.ts';
import { coversAllSections, withSection } from '../../../lib/subject-label.ts';
import { combineQueries } from '../../../lib/combine-queries.ts';
import { useLeaveGuard } from '../../../lib/use-leave-guard.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { ConfirmDialog, DialogButton, IconButton, useConfirm } from '../../../ui/actions.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { ButtonRow, Page, PageHead } from '../../../ui/page.tsx';
import { notifyError } from '../../../ui/toasts.tsx';
import { SubjectLink } from '../../../ui/subject-link.tsx';
import { ExamForm } from '../exam-form.tsx';
import { examPaths, examQuery } from '../exams.api.ts';
import { StateBadge } from '../state-badge.tsx';
import { ExamClass } from './exam-class.tsx';
import type { ExamMarks } from './exam-marks.ts';
import { useHistoryDialog } from './history-dialog.tsx';
import { type LoadedExam, useMarks } from './use-marks.ts';
import classes from './exam.module.css';

interface ExamActionsProps {
  readonly exam: Exam;
  readonly entries: readonly ExamEntry[];
  readonly store: MarkingStore<ExamMarks>;
  /** Read-only: the term is closed and this is a teacher. */
  readonly frozen: boolean;
  readonly today: IsoDate;
  readonly onHistory: () => void;
  readonly onDeleted: () => void;
}

const firstNames = (entries: readonly ExamEntry[]): string => {
  const names = entries
    .filter(({ marks, absent, enrolled }) => enrolled && marks === null && !absent)
    .map(({ studentName }) => studentName);
  const more = names.length - 5;
  return names.slice(0, 5).join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '');
};

/** What publishing means for this exam, before the click. */
const PublishQuestion = ({ exam, entries }: Pick<ExamActionsProps, 'exam' | 'entries'>) => (
  <>
    <p>Each student sees their own result as soon as it is published.</p>
    <p>
      {exam.missing === 0 ? (
        'Everybody in the class has marks or is marked absent.'
      ) : (
        <>
          <strong>{`${pluralize(exam.missing, 'student has', 'students have')} no marks yet`}</strong>
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

const ExamActions = (props: ExamActionsProps) => {
  const { exam, entries, store, today, frozen } = props;
  const client = useQueryClient();
  const results = exam.marked + exam.absent;
  const question = useConfirm({
    run: (what: keyof typeof actions): Promise<unknown> =>
      call(actions[what].endpoint, { params: { examId: exam.id } }),
    done: (_, what) => `${exam.title} ${actions[what].done}`,
    failed: 'This could not be done. Please try again.',
    onDone: (_, what) => {
      if (what !== 'delete') return refreshFirst(client, ...examPaths);
      // No list may still show the exam, and nothing of it may be refetched.
      client.removeQueries({ queryKey: [exams.listExams.path] });
      return props.onDeleted();
    },
  });
  const { about = 'publish', ask } = question;
  const publish = (): void => {
    if (store.get().marks.size > 0)
      notifyError('There are marks that are not saved. Save them first, then publish.');
    else ask('publish');
  };
  const change = (
    <>
      <DialogButton variant="subtle" icon={IconPencil} label="Edit" title="Edit Exam">
        <ExamForm exam={exam} subjects={[]} subjectId={exam.subjectId} today={today} />
      </DialogButton>
      {exam.publishedAt === null ? (
        <>
          <IconButton variant="subtle" color="brick" icon={IconTrash} onClick={() => ask('delete')}>
            Delete
          </IconButton>
          <IconButton
            variant="light"
            icon={IconEye}
            disabled={exam.heldOn > today || results === 0}
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
    <ButtonRow>
      <IconButton variant="subtle" icon={IconHistory} onClick={props.onHistory}>
        History
      </IconButton>
      {!frozen && coversAllSections(exam) && change}
      <ConfirmDialog
        {...question.dialog}
        title={actions[about].title}
        confirmLabel={actions[about].label}
      >
        {about === 'publish' && <PublishQuestion exam={exam} entries={entries} />}
        {about === 'withdraw' &&
          'Students see no marks of this exam any more, only its day in their calendar. The marks stay, and it can be published again.'}
        {about === 'delete' &&
          (results === 0
            ? 'It has no marks.'
            : `${pluralize(results, 'student has', 'students have')} a result in it, which is deleted too.`)}
      </ConfirmDialog>
    </ButtonRow>
  );
};

/** Asks before unsaved marks are left. */
const LeaveDialog = ({ store }: { readonly store: MarkingStore<ExamMarks> }) => {
  const unsaved = useDeferredMarking(store, ({ marks }) => marks.size);
  const guard = useLeaveGuard(() => store.get().marks.size > 0);
  return (
    <ConfirmDialog {...guard.dialog} title="Leave without saving?">
      The marks of {pluralize(unsaved, 'student')} are not saved. They stay on this device and are
      back when you open this exam again.
    </ConfirmDialog>
  );
};

interface ManagedExamProps {
  readonly loaded: LoadedExam;
  readonly today: IsoDate;
  /** Whether its term is closed. */
  readonly over: boolean;
}

const ManagedExam = ({ loaded, today, over }: ManagedExamProps) => {
  const { exam, added, entries } = loaded;
  const { role, email } = usePerson();
  const navigate = useNavigate();
  const marks = useMarks(email, loaded);
  const { store } = marks;
  const history = useHistoryDialog(exam.id);
  const may = useMayCall();
  const frozen = (over && role === 'teacher') || !may(examResults.saveResults);
  const closed =
    role === 'admin' && frozen
      ? 'You may read these marks and not change them.'
      : frozen
        ? 'The term of this exam is closed. An administrator can still correct its marks.'
        : exam.heldOn <= today
          ? null
          : `This exam is on ${formatDay(exam.heldOn)}. Marks can be entered from that day on.`;
  return (
    <Page
      title={exam.title}
      line={
        <span className={classes['line']}>
          <span>
            <Link to={`/${role}/exams`}>All Exams</Link>
            {' · '}
            <SubjectLink {...exam} id={exam.subjectId} />
            {`${withSection('', exam.sections?.join(', ') ?? null)} · ${formatDay(exam.heldOn)} · out of ${exam.maxMarks}${addedInWords(added)}`}
          </span>
          <StateBadge exam={exam} coming={exam.heldOn > today} />
        </span>
      }
      actions={
        <ExamActions
          exam={exam}
          entries={entries}
          store={store}
          today={today}
          frozen={frozen}
          onHistory={() => history.open({ studentId: null, name: exam.title })}
          onDeleted={() => {
            store.update(discard);
            void navigate({ to: `/${role}/exams`, ignoreBlocker: true });
          }}
        />
      }
    >
      <ExamClass loaded={loaded} marks={marks} closed={closed} />
      {history.dialog}
      <LeaveDialog store={store} />
    </Page>
  );
};

/** One exam: its class and everybody's marks. */
export default function ExamPage() {
  const { role } = usePerson();
  const { examId = '' } = useParams({ strict: false });
  const campus = useQuery(campusQuery);
  const terms = useReply(exams.listExamTerms);
  const one = useQuery(examQuery(examId));
  const query = combineQueries({ one, campus });
  const termOf = ({ exam: { heldOn } }: LoadedExam) =>
    terms.data?.find(({ startsOn, endsOn }) => startsOn <= heldOn && heldOn <= endsOn);
  return (
    <>
      {(query.data === undefined || isMissing(one.error)) && <PageHead title="Exam" />}
      <Loaded
        query={{ ...query, error: one.error ?? query.error }}
        what="students"
        failed="The exam could not be loaded."
        rows={8}
        columns={4}
        card
        missing={{
          icon: IconFileCertificate,
          text: 'There is no such exam',
          action: <Link to={`/${role}/exams`}>All Exams</Link>,
        }}
      >
        {({ one: loaded, campus: { today } }) => (
          <ManagedExam
            key={examId}
            loaded={loaded}
            today={today}
            over={termOf(loaded)?.state === 'closed'}
          />
        )}
      </Loaded>
    </>
  );
}
