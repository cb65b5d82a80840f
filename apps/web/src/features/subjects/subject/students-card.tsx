import { useState } from 'react';
import type { SubjectDetails, SubjectEnrolment } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { campusQuery } from '../../../lib/campus.ts';
import { formatDay, localToday } from '../../../lib/day.ts';
import { Card } from '../../../ui/card.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { AddStudentDialog } from './add-student-dialog.tsx';
import { DropDialog } from './drop-dialog.tsx';
import { EnrolmentLines, EnrolmentTable } from './enrolment-rows.tsx';
import { enrolmentsPageOptions, pageSize } from './subject.api.ts';
import type { Show } from './subject.api.ts';
import { useEnrolmentsView } from './use-enrolments-view.ts';
import classes from './students-card.module.css';

const shows = (closed: boolean) => [
  { value: 'current', label: closed ? 'To the end' : 'Enrolled now' },
  { value: 'past', label: 'Dropped' },
  { value: 'all', label: 'Everyone' },
];

/** The students of a subject with their days: search, pages, adding and dropping one. */
export const StudentsCard = ({ subject }: { readonly subject: SubjectDetails }) => {
  const client = useQueryClient();
  const { view, setView } = useEnrolmentsView();
  const [adding, setAdding] = useState(false);
  const [dropping, setDropping] = useState<SubjectEnrolment | null>(null);
  const { ref, narrow } = useNarrow(560);
  const { data: campus } = useQuery(campusQuery);
  const query = useQuery(enrolmentsPageOptions(subject.id, view));
  const today = campus?.today ?? localToday();
  const readOnly = subject.term.state === 'closed';
  const refresh = () => client.invalidateQueries({ queryKey: ['subjects'] });

  const added = async ({ studentName, studentEmail, fromOn }: SubjectEnrolment) => {
    setAdding(false);
    notifySuccess(`${studentName} is enrolled from ${formatDay(fromOn)} on.`);
    // The list shows the row that was just added.
    setView({ search: studentEmail, show: 'current' });
    await refresh();
  };
  const Rows = narrow ? EnrolmentLines : EnrolmentTable;

  return (
    <div ref={ref}>
      <Card
        title="Students"
        flush
        actions={
          <div className={classes['tools']}>
            <SelectField
              aria-label="Show"
              data={shows(readOnly)}
              value={view.show}
              onChange={(event) => setView({ show: event.currentTarget.value as Show })}
            />
            <SearchField
              label="Find a student"
              placeholder="Search name, email or roll no"
              value={view.search}
              onSearch={(search) => setView({ search })}
            />
            {!readOnly && (
              <Button
                variant="light"
                leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
                onClick={() => setAdding(true)}
              >
                Add Student
              </Button>
            )}
          </div>
        }
      >
        <PagedList
          query={query}
          page={view.page}
          pageSize={pageSize}
          onPage={(page) => setView({ page })}
          loading="Loading students..."
          failed="The students could not be loaded"
          skeleton={<SkeletonRows rows={8} columns={narrow ? 1 : 4} />}
          empty={{ icon: <IconUsers stroke={1.75} />, text: 'No students found' }}
        >
          {(rows) => <Rows rows={rows} readOnly={readOnly} onDrop={setDropping} />}
        </PagedList>
      </Card>
      <AddStudentDialog
        subject={subject}
        today={today}
        opened={adding}
        onAdded={(enrolment) => void added(enrolment)}
        onClose={() => setAdding(false)}
      />
      <DropDialog
        subject={subject}
        enrolment={dropping}
        today={today}
        onDropped={() => {
          setDropping(null);
          void refresh();
        }}
        onClose={() => setDropping(null)}
      />
    </div>
  );
};
