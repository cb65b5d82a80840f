import type { IsoDate } from '@campus/contract';
import { IconArrowLeft, IconFileCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isMissing } from '../../../lib/call-error.ts';
import { campusQuery } from '../../../lib/campus.ts';
import { formatDay } from '../../../lib/day.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { together } from '../../../lib/together.ts';
import { useLeaveGuard } from '../../../lib/use-leave-guard.ts';
import { useSession } from '../../../lib/use-session.ts';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { ExamForm } from '../exam-form.tsx';
import { examQuery, examTermsQuery } from '../exams.api.ts';
import { StateBadge } from '../state-badge.tsx';
import { ExamActions } from './exam-actions.tsx';
import { ExamClass } from './exam-class.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { type LoadedExam, useMarks } from './use-marks.ts';
import classes from './exam.module.css';

interface ManagedExamProps {
  readonly person: string;
  readonly area: 'admin' | 'teacher';
  readonly loaded: LoadedExam;
  readonly today: IsoDate;
  /** Its term is closed. */
  readonly over: boolean;
}

const ManagedExam = ({ person, area, loaded, today, over }: ManagedExamProps) => {
  const { exam, entries } = loaded;
  const navigate = useNavigate();
  const marks = useMarks(person, loaded);
  const unsaved = marks.draft.texts.size;
  const guard = useLeaveGuard(unsaved > 0);
  const [editing, setEditing] = useState(false);
  const [showing, setShowing] = useState(false);
  const held = exam.heldOn <= today;
  const frozen = over && area === 'teacher';
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
            unsaved={unsaved}
            held={held}
            frozen={frozen}
            onEdit={() => setEditing(true)}
            onHistory={() => setShowing(true)}
            onDeleted={() => {
              marks.discard();
              void navigate({ to: `/${area}/exams`, ignoreBlocker: true });
            }}
          />
        }
      />
      <Link to={`/${area}/exams`} className={classes['back'] ?? ''}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden />
        All Exams
      </Link>
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
      <ConfirmDialog
        opened={guard.asking}
        onClose={guard.stay}
        title="Leave without saving?"
        confirmLabel="Leave"
        onConfirm={guard.confirm}
      >
        The marks of {unsaved === 1 ? '1 student' : `${unsaved} students`} are not saved. They stay
        on this device and are back when you open this exam again.
      </ConfirmDialog>
    </>
  );
};

const ExamOf = ({ area, person }: Pick<ManagedExamProps, 'area' | 'person'>) => {
  const { examId = '' } = useParams({ strict: false });
  const campus = useQuery(campusQuery);
  const terms = useQuery(examTermsQuery);
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
          action: <Link to={`/${area}/exams`}>All Exams</Link>,
        }}
      >
        {({ one: loaded, campus: { today } }) => (
          <ManagedExam
            key={examId}
            person={person}
            area={area}
            loaded={loaded}
            today={today}
            over={termOf(loaded)?.state === 'closed'}
          />
        )}
      </Loaded>
    </>
  );
};

/** One exam: its class with everybody's marks. */
export default function ExamPage() {
  const session = useSession();
  if (!session || session.role === 'student') return <PageHead title="Exam" />;
  return <ExamOf area={session.role} person={session.email} />;
}
