import { exams, type IsoDate } from '@campus/contract';
import { IconFileCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { isMissing } from '../../../lib/call-error.ts';
import { campusQuery } from '../../../lib/campus.ts';
import { formatDay } from '../../../lib/day.ts';
import { discard } from '../../../lib/marking/marking.ts';
import { type MarkingStore, useMarkingSoon } from '../../../lib/marking/store.ts';
import { useReply } from '../../../lib/query.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { together } from '../../../lib/together.ts';
import { useLeaveGuard } from '../../../lib/use-leave-guard.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { ExamForm } from '../exam-form.tsx';
import { examQuery } from '../exams.api.ts';
import { StateBadge } from '../state-badge.tsx';
import { ExamActions } from './exam-actions.tsx';
import { ExamClass } from './exam-class.tsx';
import type { ExamMarks } from './exam-marks.ts';
import { HistoryDialog } from './history-dialog.tsx';
import { type LoadedExam, useMarks } from './use-marks.ts';
import classes from './exam.module.css';

interface LeaveDialogProps {
  readonly store: MarkingStore<ExamMarks>;
  /** Whether marks are not saved. */
  readonly has: () => boolean;
}

/** Asked before marks are left that are not saved. */
const LeaveDialog = ({ store, has }: LeaveDialogProps) => {
  const unsaved = useMarkingSoon(store, ({ marks }) => marks.size);
  const guard = useLeaveGuard(unsaved > 0, has);
  return (
    <ConfirmDialog
      opened={guard.asking}
      onClose={guard.stay}
      title="Leave without saving?"
      confirmLabel="Leave"
      onConfirm={guard.confirm}
    >
      The marks of {unsaved === 1 ? '1 student' : `${unsaved} students`} are not saved. They stay on
      this device and are back when you open this exam again.
    </ConfirmDialog>
  );
};

interface ManagedExamProps {
  readonly loaded: LoadedExam;
  readonly today: IsoDate;
  /** Its term is closed. */
  readonly over: boolean;
}

const ManagedExam = ({ loaded, today, over }: ManagedExamProps) => {
  const { exam, entries } = loaded;
  const { role, email } = usePerson();
  const navigate = useNavigate();
  const marks = useMarks(email, loaded);
  const { store } = marks;
  const hasUnsaved = useCallback(() => store.get().marks.size > 0, [store]);
  const [editing, setEditing] = useState(false);
  const [showing, setShowing] = useState(false);
  const held = exam.heldOn <= today;
  const frozen = over && role === 'teacher';
  const closed = frozen
    ? 'The term of this exam is closed. An administrator can still correct its marks.'
    : held
      ? null
      : `This exam is on ${formatDay(exam.heldOn)}. Marks can be entered from that day on.`;
  return (
    <>
      <PageHead
        title={exam.title}
        line={
          <span className={classes['line']}>
            {`${subjectLabel(exam)} · ${formatDay(exam.heldOn)} · out of ${exam.maxMarks}`}
            <StateBadge exam={exam} />
          </span>
        }
        actions={
          <ExamActions
            exam={exam}
            entries={entries}
            unsaved={hasUnsaved}
            held={held}
            frozen={frozen}
            onEdit={() => setEditing(true)}
            onHistory={() => setShowing(true)}
            onDeleted={() => {
              store.update(discard);
              void navigate({ to: `/${role}/exams`, ignoreBlocker: true });
            }}
          />
        }
      />
      <BackLink to={`/${role}/exams`}>All Exams</BackLink>
      <ExamClass loaded={loaded} marks={marks} closed={closed} />
      <Dialog opened={editing} onClose={() => setEditing(false)} title="Edit Exam">
        <ExamForm
          exam={exam}
          subjects={[]}
          subjectId={exam.subjectId}
          today={today}
          onClose={() => setEditing(false)}
        />
      </Dialog>
      <HistoryDialog
        examId={exam.id}
        of={showing ? { studentId: null, name: exam.title } : null}
        onClose={() => setShowing(false)}
      />
      <LeaveDialog store={store} has={hasUnsaved} />
    </>
  );
};

/** One exam: its class with everybody's marks. */
export default function ExamPage() {
  const { role } = usePerson();
  const { examId = '' } = useParams({ strict: false });
  const campus = useQuery(campusQuery);
  const terms = useReply(exams.listExamTerms);
  const one = useQuery(examQuery(examId));
  const query = together({ one, campus });
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
