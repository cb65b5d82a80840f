import type { Exam, ExamSubject, IsoDate } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconFileCertificate, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDay } from '../../../lib/day.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { useListPlace } from '../../../lib/use-list-place.ts';
import { Card } from '../../../ui/card.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PagedTable } from '../../../ui/paged-list.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ExamForm } from '../exam-form.tsx';
import { examListQuery, examSubjectsQuery, examTermsQuery } from '../exams.api.ts';
import { StateBadge } from '../state-badge.tsx';
import classes from './exam-list.module.css';

const missingText = ({ missing, heldOn }: Exam, today: IsoDate): string => {
  if (heldOn > today) return 'Not held yet';
  return missing === 0 ? 'All marks are in' : `${missing} missing`;
};

const Name = ({ exam, area }: { readonly exam: Exam; readonly area: string }) => (
  <div className={classes['exam']}>
    <Link to={`/${area}/exams/${exam.id}`}>{exam.title}</Link>
    <span className={classes['muted']}>{subjectLabel(exam)}</span>
  </div>
);

interface ExamListProps {
  readonly area: 'admin' | 'teacher';
  /** Of the open term. */
  readonly subjects: readonly ExamSubject[];
  readonly today: IsoDate;
}

const pageSize = 10;
const states = [
  { value: 'all', label: 'All' },
  { value: 'draft', label: 'Drafts' },
  { value: 'published', label: 'Published' },
];

/** The exams one keeps, of a term and a subject, with how far their marks are; the latest first. */
export const ExamList = ({ area, subjects, today }: ExamListProps) => {
  const navigate = useNavigate();
  const { place, go } = useListPlace(['all', 'draft', 'published']);
  const [termId, setTermId] = useState('');
  const [subjectId, setSubjectId] = useState('');
  const [adding, setAdding] = useState(false);
  const terms = useQuery(examTermsQuery);
  const choice = useQuery({
    ...examSubjectsQuery(termId || undefined),
    placeholderData: keepPreviousData,
  });
  const list = useQuery({
    ...examListQuery({
      page: place.page,
      limit: pageSize,
      ...(place.search && { search: place.search }),
      ...(place.part !== 'all' && { state: place.part }),
      ...(termId && { termId }),
      ...(subjectId && { subjectId }),
    }),
    placeholderData: keepPreviousData,
  });
  const open = ({ id }: Exam): void => void navigate({ to: `/${area}/exams/${id}` });
  const filtered = place.search !== '' || place.part !== 'all' || subjectId !== '';
  const add = (
    <Button
      variant="light"
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      disabled={subjects.length === 0}
      onClick={() => setAdding(true)}
    >
      New Exam
    </Button>
  );

  return (
    <Card title="All Exams" actions={add} flush>
      <div className={classes['tools']}>
        {(terms.data?.length ?? 0) > 1 && (
          <SelectField
            label="Term"
            className={classes['term'] ?? ''}
            value={termId}
            data={(terms.data ?? []).map(({ id, name, state }) => ({
              value: state === 'open' ? '' : id,
              label: name,
            }))}
            onChange={(event) => {
              setTermId(event.currentTarget.value);
              setSubjectId('');
              go({ page: 1 });
            }}
          />
        )}
        <SelectField
          label="Subject"
          className={classes['subject'] ?? ''}
          value={subjectId}
          data={[
            { value: '', label: 'All Subjects' },
            ...(choice.data ?? []).map((one) => ({ value: one.id, label: subjectLabel(one) })),
          ]}
          onChange={(event) => {
            setSubjectId(event.currentTarget.value);
            go({ page: 1 });
          }}
        />
        <SelectField
          label="Show"
          className={classes['state'] ?? ''}
          value={place.part}
          data={states}
          onChange={(event) =>
            go({ part: event.currentTarget.value as 'all' | 'draft' | 'published' })
          }
        />
        <SearchField
          className={classes['search']}
          label="Find an exam"
          placeholder="Search title or subject"
          value={place.search}
          onSearch={(search) => go({ search })}
        />
      </div>
      <PagedTable
        query={list}
        view={place}
        setView={go}
        what="exams"
        empty={{
          icon: IconFileCertificate,
          text: filtered ? 'No exams found' : 'No exams yet. Add one, then enter its marks.',
        }}
        label="All Exams"
        className={classes['table']}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Exam', render: (exam) => <Name exam={exam} area={area} /> },
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
            <Name exam={exam} area={area} />
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
          subjectId={subjects.some(({ id }) => id === subjectId) ? subjectId : ''}
          today={today}
          onClose={() => setAdding(false)}
          onSaved={open}
        />
      </Dialog>
    </Card>
  );
};
