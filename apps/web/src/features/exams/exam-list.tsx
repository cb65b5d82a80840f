import { type Exam, type ExamSubject, exams, type IsoDate } from '@campus/contract';
import { IconFileCertificate, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDay } from '../../lib/day.ts';
import { usePage } from '../../lib/query.ts';
import { subjectLabel } from '../../lib/subject-label.ts';
import { usePerson } from '../../lib/use-session.ts';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ManagedTools, useManagedList } from '../../ui/managed-list.tsx';
import { PagedTable } from '../../ui/paged-list.tsx';
import { ExamForm } from './exam-form.tsx';
import { StateBadge } from './state-badge.tsx';
import classes from './exam-list.module.css';

const missingText = ({ missing, heldOn }: Exam, today: IsoDate): string => {
  if (heldOn > today) return 'Not held yet';
  return missing === 0 ? 'All marks are in' : `${missing} missing`;
};

const Name = ({ exam }: { readonly exam: Exam }) => (
  <div className={classes['exam']}>
    <Link to={`/${usePerson().role}/exams/${exam.id}`}>{exam.title}</Link>
    <span className={classes['muted']}>{subjectLabel(exam)}</span>
  </div>
);

interface ExamListProps {
  /** Of the open term. */
  readonly subjects: readonly ExamSubject[];
  readonly today: IsoDate;
}

const parts = ['all', 'draft', 'published'] as const;
type Part = (typeof parts)[number];
const states: readonly { value: Part; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'draft', label: 'Drafts' },
  { value: 'published', label: 'Published' },
];

/** The exams one keeps, of a term and a subject, with how far their marks are; the latest first. */
export const ExamList = ({ subjects, today }: ExamListProps) => {
  const navigate = useNavigate();
  const { role } = usePerson();
  const list = useManagedList<Part>(parts);
  const { place, go, of } = list;
  const [adding, setAdding] = useState(false);
  const state = place.part === 'all' ? undefined : place.part;
  const query = usePage(exams.listExams, { query: { ...list.query, state }, staleTime: 0 });
  const add = (
    <IconButton
      variant="light"
      icon={IconPlus}
      disabled={subjects.length === 0}
      onClick={() => setAdding(true)}
    >
      New Exam
    </IconButton>
  );

  return (
    <Card title="All Exams" actions={add} flush>
      <ManagedTools
        list={list}
        subjectLabel="Subject"
        search={{ label: 'Find an exam', placeholder: 'Search title or subject' }}
      >
        <SelectField
          label="Show"
          className={classes['state'] ?? ''}
          value={place.part}
          data={states}
          onChange={(event) => go({ part: event.currentTarget.value as Part })}
        />
      </ManagedTools>
      <PagedTable
        query={query}
        view={place}
        setView={go}
        what="exams"
        empty={{
          icon: IconFileCertificate,
          text: list.filtered ? 'No exams found' : 'No exams yet. Add one, then enter its marks.',
        }}
        label="All Exams"
        className={classes['table']}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Exam', render: (exam) => <Name exam={exam} /> },
          { head: 'Date', render: ({ heldOn }) => formatDay(heldOn), muted: true },
          {
            head: 'Marks',
            render: (exam) => (
              <>
                {exam.marked + exam.absent} of {exam.marked + exam.absent + exam.missing}
                <br />
                <span className={classes['missing']}>{missingText(exam, today)}</span>
              </>
            ),
          },
          {
            head: 'Average',
            render: ({ average }) => (average === null ? null : `${average}%`),
            number: true,
          },
          { head: 'State', render: (exam) => <StateBadge exam={exam} /> },
        ]}
        linesBelow={640}
        renderLine={(exam) => (
          <>
            <Name exam={exam} />
            <div className={classes['foot']}>
              <span className={classes['muted']}>
                {formatDay(exam.heldOn)} · {missingText(exam, today)}
              </span>
              <StateBadge exam={exam} />
            </div>
          </>
        )}
      />
      <Dialog opened={adding} onClose={() => setAdding(false)} title="New Exam">
        <ExamForm
          exam={null}
          subjects={subjects}
          subjectId={subjects.some(({ id }) => id === of.subjectId) ? of.subjectId : ''}
          today={today}
          onClose={() => setAdding(false)}
          onSaved={({ id }) => void navigate({ to: `/${role}/exams/${id}` })}
        />
      </Dialog>
    </Card>
  );
};
