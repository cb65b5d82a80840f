import {
  type IsoDate,
  overview,
  type ReplyOf,
  type StudentEnrolment,
  subjects,
} from '@campus/contract';
import { Button } from '@mantine/core';
import { IconBooks, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { May } from '../../lib/may-call.tsx';
import { call } from '../../lib/call.ts';
import { campusQuery } from '../../lib/campus.ts';
import { formatDay, localToday } from '../../lib/day.ts';
import { useReply } from '../../lib/query.ts';
import { subjectChoices } from '../../lib/subject-label.ts';
import { Dialog, DialogButton } from '../../ui/actions.tsx';
import { DateField, SelectField } from '../../ui/fields.tsx';
import { DialogForm, useForm } from '../../ui/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { SubjectLink } from '../../ui/subject-link.tsx';
import { dayWithin, DropForm, dropLabel } from './subject/students-card.tsx';
import { subjectPaths } from './terms/terms.api.ts';

interface Student {
  readonly email: string;
  readonly name: string;
}

interface AddFormProps extends Student {
  readonly term: NonNullable<ReplyOf<typeof overview.campus>['term']>;
  readonly today: IsoDate;
}

/** Enrols a student in a subject of the open term. */
const AddForm = ({ email, name, term, today }: AddFormProps) => {
  const { data } = useReply(subjects.listEnrollments);
  const limits = { min: term.startsOn, max: term.endsOn };
  const form = useForm({
    keptAs: `subject of ${email}`,
    opened: { subjectId: '', fromOn: dayWithin(today, limits) },
    check: ({ subjectId, fromOn }) => ({
      subjectId: !subjectId && 'Choose a subject',
      fromOn: !fromOn && 'Choose the first day',
    }),
    send: ({ subjectId, fromOn }) =>
      call(subjects.addEnrolment, { params: { subjectId }, body: { studentEmail: email, fromOn } }),
    done: ({ fromOn }) => `${name} is enrolled from ${formatDay(fromOn)} on.`,
    refreshes: subjectPaths,
    failed: 'The student could not be enrolled. Please try again.',
  });
  return (
    <DialogForm {...form.props} action="Add Subject" busyAction="Adding...">
      <SelectField
        label="Subject"
        required
        data={subjectChoices(data, 'Choose a subject')}
        {...form.field('subjectId')}
      />
      <DateField
        label="First day"
        required
        description={`${term.name}: ${formatDay(limits.min)} to ${formatDay(limits.max)}`}
        {...limits}
        {...form.field('fromOn')}
      />
    </DialogForm>
  );
};

/** The subjects of a student with their days, on their record: adding and dropping one. */
export const StudentSubjectsCard = ({ email, name }: Student) => {
  const query = useReply(overview.listStudentEnrolments, { params: { email } });
  const { data: campus } = useQuery(campusQuery);
  const today = campus?.today ?? localToday();
  const [dropping, setDropping] = useState<StudentEnrolment | null>(null);
  const dropButton = (row: StudentEnrolment) => (
    <May call={subjects.dropEnrolment}>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => setDropping(row)}
        aria-label={`${dropLabel(row)}: ${row.subject.subjectName}`}
      >
        {dropLabel(row)}
      </Button>
    </May>
  );
  return (
    <Card
      title="Subjects"
      flush
      actions={
        campus?.term && (
          <DialogButton
            needs={subjects.addEnrolment}
            variant="light"
            icon={IconPlus}
            label="Add Subject"
          >
            <AddForm email={email} name={name} term={campus.term} today={today} />
          </DialogButton>
        )
      }
    >
      <Loaded
        query={query}
        what="subjects"
        rows={4}
        columns={3}
        flush
        empty={{ icon: IconBooks, text: 'Not enrolled in any subject' }}
      >
        {(all) => (
          <RecordTable
            label="Subjects"
            rows={all}
            keyOf={({ id }) => id}
            linesBelow={620}
            columns={[
              { head: 'Subject', render: ({ subject }) => <SubjectLink {...subject} /> },
              {
                head: 'Term',
                render: ({ term, section }) =>
                  section === null ? term.name : `${term.name}, section ${section}`,
                muted: true,
              },
              {
                head: 'Days',
                render: ({ fromOn, toOn }) =>
                  `${formatDay(fromOn)} – ${toOn === null ? 'enrolled' : formatDay(toOn)}`,
                muted: true,
              },
              {
                head: 'Action',
                hiddenHead: true,
                number: true,
                render: (row) => (row.term.state === 'closed' ? '' : dropButton(row)),
              },
            ]}
          />
        )}
      </Loaded>
      <Dialog
        opened={dropping !== null}
        onClose={() => setDropping(null)}
        title={dropping ? `${dropLabel(dropping)}: ${dropping.subject.subjectName}` : 'Drop'}
      >
        {dropping && (
          <DropForm
            term={dropping.term}
            enrolment={{ ...dropping, studentName: name }}
            today={today}
          />
        )}
      </Dialog>
    </Card>
  );
};
