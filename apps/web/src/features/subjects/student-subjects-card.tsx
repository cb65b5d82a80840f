import { overview, type ReplyOf, type StudentEnrolment, subjects } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconBooks, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { May } from '../../lib/may-call.tsx';
import { campusQuery } from '../../lib/campus.ts';
import { formatDay } from '../../lib/day.ts';
import { useReply } from '../../lib/query.ts';
import { subjectChoices, withSection } from '../../lib/subject-label.ts';
import { DialogButton, useDialogOf } from '../../ui/actions.tsx';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { SubjectLink } from '../../ui/subject-link.tsx';
import { DropForm, dropLabel, EnrolForm } from './subject/enrolment-forms.tsx';

interface Student {
  readonly email: string;
  readonly name: string;
}

interface AddFormProps extends Pick<Student, 'email'> {
  readonly term: NonNullable<ReplyOf<typeof overview.campus>['term']>;
}

/** Enrols a student in a subject of the open term. */
const AddForm = ({ email, term }: AddFormProps) => {
  const { data } = useReply(subjects.listEnrollments);
  return (
    <EnrolForm
      draftKey={`subject of ${email}`}
      term={term}
      studentEmail={email}
      action="Add Subject"
    >
      {(form) => {
        const chosen = form.fieldProps('subjectId');
        return (
          <SelectField
            label="Subject"
            required
            data={data || !chosen.value ? subjectChoices(data, 'Choose a subject') : []}
            {...chosen}
          />
        );
      }}
    </EnrolForm>
  );
};

/** On a student's record: their subjects with first and last days, adding and dropping. */
export const StudentSubjectsCard = ({ email, name }: Student) => {
  const query = useReply(overview.listStudentEnrolments, { params: { email } });
  const { data: campus } = useQuery(campusQuery);
  const { open, dialog } = useDialogOf(
    (one: StudentEnrolment) => `${dropLabel(one)}: ${one.subject.subjectName}`,
    (one) => <DropForm term={one.term} enrolment={{ ...one, studentName: name }} />,
  );
  const dropButton = (row: StudentEnrolment) => (
    <May call={subjects.dropEnrolment}>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => open(row)}
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
        <>
          <DownloadMenu endpoint={overview.exportStudentEnrolments} params={{ email }} />
          {campus?.term && (
            <DialogButton
              needs={subjects.addEnrolment}
              variant="light"
              icon={IconPlus}
              label="Add Subject"
            >
              <AddForm email={email} term={campus.term} />
            </DialogButton>
          )}
        </>
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
                render: ({ term, section }) => withSection(term.name, section),
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
                alignRight: true,
                render: (row) => (row.term.state === 'closed' ? '' : dropButton(row)),
              },
            ]}
          />
        )}
      </Loaded>
      {dialog}
    </Card>
  );
};
