import { exams, type ExamSubject, type IsoDate, type ListedExam } from '@campus/contract';
import { IconFileCertificate, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { percentText } from '../../lib/count.ts';
import { formatDay, inDays } from '../../lib/day.ts';
import { useMayCall } from '../../lib/may-call.tsx';
import { usePage, useReply } from '../../lib/query.ts';
import { coversAllSections } from '../../lib/subject-label.ts';
import { usePerson } from '../../lib/use-session.ts';
import { ButtonRow, Card } from '../../ui/page.tsx';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { DialogButton } from '../../ui/actions.tsx';
import { Meter } from '../../ui/meter.tsx';
import { TermSubjectFilter, useTermSubjectFilter } from '../../ui/term-subject-filter.tsx';
import { TitleWithSubtitle } from '../../ui/title-with-subtitle.tsx';
import { PagedTable } from '../../ui/paged-list.tsx';
import { ExamForm } from './exam-form.tsx';
import { StateBadge } from './state-badge.tsx';
import { SubjectLink } from '../../ui/subject-link.tsx';
import classes from './exam-list.module.css';

const groups: Readonly<Record<ListedExam['group'], string>> = {
  marksToEnter: 'Marks to enter',
  coming: 'Coming',
  done: 'Done',
};

interface ProgressProps {
  readonly exam: ListedExam;
  readonly today: IsoDate;
}

/** In how many days it is held, or how many of its marks are entered. */
const Progress = ({ exam, today }: ProgressProps) => {
  const { group, heldOn, missing } = exam;
  if (group === 'coming')
    return (
      <span className={classes['muted']} title={formatDay(heldOn)}>
        {inDays(heldOn, today)}
      </span>
    );
  const entered = exam.marked + exam.absent;
  const all = entered + missing;
  return (
    <span className={classes['progress']}>
      <b>
        {entered.toLocaleString('en')} of {all.toLocaleString('en')}
      </b>{' '}
      · {missing === 0 ? 'all in' : `${missing.toLocaleString('en')} missing`}
      <Meter value={entered} max={all} />
    </span>
  );
};

const Name = ({ exam }: { readonly exam: ListedExam }) => (
  <TitleWithSubtitle
    title={<Link to={`/${usePerson().role}/exams/${exam.id}`}>{exam.title}</Link>}
    line={<SubjectLink {...exam} id={exam.subjectId} />}
  />
);

interface ExamListProps {
  /** Subjects of the open term. */
  readonly subjects: readonly ExamSubject[];
  readonly today: IsoDate;
}

/** The exams the person manages, by term and subject, grouped by what they need. */
export const ExamList = ({ subjects: taught, today }: ExamListProps) => {
  const subjects = taught.filter(coversAllSections);
  const navigate = useNavigate();
  const { role } = usePerson();
  const mayAdd = useMayCall()(exams.createExam) && subjects.length > 0;
  const list = useTermSubjectFilter();
  const { view, setView } = list;
  const query = usePage(exams.listExams, { query: list.query, staleTime: 0 });
  const terms = useReply(exams.listExamTerms);
  const frozen =
    role === 'teacher' &&
    terms.data?.some(({ id, state }) => id === view.termId && state === 'closed');
  const add = mayAdd && (
    <DialogButton variant="light" icon={IconPlus} label="New Exam">
      <ExamForm
        exam={null}
        subjects={subjects}
        subjectId={subjects.some(({ id }) => id === view.subjectId) ? view.subjectId : ''}
        today={today}
        onSaved={({ id }) => void navigate({ to: `/${role}/exams/${id}` })}
      />
    </DialogButton>
  );

  return (
    <Card
      title="All Exams"
      actions={
        <ButtonRow wide>
          <DownloadMenu endpoint={exams.exportExams} query={list.query} />
          {add}
        </ButtonRow>
      }
      flush
    >
      <TermSubjectFilter
        list={list}
        subjectLabel="Subject"
        search={{ label: 'Find an exam', placeholder: 'Search title or subject' }}
      />
      <PagedTable
        query={query}
        view={view}
        setView={setView}
        what="exams"
        empty={{
          icon: IconFileCertificate,
          text: list.isFiltered
            ? 'No exams found'
            : view.termId
              ? 'This term had no exams.'
              : `No exams yet.${mayAdd ? ' Add one, then enter its marks.' : ''}`,
        }}
        label="All Exams"
        className={classes['table']}
        keyOf={({ id }) => id}
        groupOf={({ group }) => (frozen ? 'Term closed' : groups[group])}
        columns={[
          { head: 'Exam', render: (exam) => <Name exam={exam} /> },
          {
            head: 'Date',
            render: ({ heldOn }) => formatDay(heldOn),
            muted: true,
            underBelow: 640,
          },
          { head: 'Marks', render: (exam) => <Progress exam={exam} today={today} /> },
          {
            head: 'Average',
            render: ({ average }) => percentText(average),
            alignRight: true,
          },
          {
            head: 'State',
            render: (exam) => <StateBadge exam={exam} coming={exam.group === 'coming'} />,
          },
        ]}
        linesBelow={540}
        renderLine={(exam) => (
          <>
            <Name exam={exam} />
            <div className={classes['footer']}>
              <span className={classes['muted']}>{formatDay(exam.heldOn)}</span>
              <StateBadge exam={exam} coming={exam.group === 'coming'} />
            </div>
            <Progress exam={exam} today={today} />
          </>
        )}
      />
    </Card>
  );
};
