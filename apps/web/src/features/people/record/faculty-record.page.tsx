import { type CurrentSubject, type FacultyDetails, facultyFields, people } from '@campus/contract';
import { Checkbox } from '@mantine/core';
import { IconArrowsExchange, IconBooks, IconSchool } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { pluralize } from '../../../lib/count.ts';
import type { Draft } from '../../../lib/field-values.ts';
import { queryOf, useReply } from '../../../lib/query.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { DialogForm } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { Card } from '../../../ui/page.tsx';
import { DialogButton } from '../../../ui/actions.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PersonField } from '../../../ui/person-field.tsx';
import { SubjectLink } from '../../../ui/subject-link.tsx';
import { RecordPage } from './record-page.tsx';
import { facultySections } from './record-sections.ts';
import handOverClasses from './hand-over-form.module.css';
import classes from './taught-subjects.module.css';

interface HandOverFormProps {
  readonly teacher: FacultyDetails;
  readonly subjects: readonly CurrentSubject[];
}

const HandOverForm = ({ teacher, subjects }: HandOverFormProps) => {
  const chosenIn = (values: Draft) =>
    subjects.map(({ id }) => id).filter((id) => values[`subject ${id}`] === 'yes');
  const { textProps, checkboxProps, props } = useForm<Draft, unknown>({
    draftKey: `hand-over ${teacher.id}`,
    initial: {
      toEmail: '',
      ...Object.fromEntries(subjects.map(({ id }) => [`subject ${id}`, 'yes'])),
    },
    check: (values) =>
      chosenIn(values).length === 0
        ? { form: 'Choose at least one subject' }
        : { toEmail: !values['toEmail']?.trim() && 'Choose who takes over' },
    send: (values) =>
      call(people.handOver, {
        params: { id: teacher.id },
        body: { toEmail: values['toEmail']?.trim() ?? '', subjectIds: chosenIn(values) },
      }),
    done: (_, values) => `${pluralize(chosenIn(values).length, 'subject')} handed over.`,
    refreshes: [''],
    failed: 'Nothing was handed over. Please try again.',
  });
  return (
    <DialogForm
      {...props}
      lead="The new teacher marks attendance from now on. Past marks keep who made them."
      action="Hand over"
      busyAction="Handing over..."
    >
      <PersonField kind="colleague" {...textProps('toEmail')} />
      <fieldset className={handOverClasses['subjects']}>
        <legend>Subjects</legend>
        {subjects.map(({ id, ...names }) => (
          <Checkbox
            key={id}
            label={subjectLabel(names)}
            py={7}
            {...checkboxProps(`subject ${id}`)}
          />
        ))}
      </fieldset>
    </DialogForm>
  );
};

/** The subjects a teacher teaches now, and handing them over. */
const TaughtSubjectsCard = ({ teacher }: { readonly teacher: FacultyDetails }) => {
  const query = useReply(people.taughtSubjects, { params: { id: teacher.id } });
  return (
    <Card
      title="Subjects"
      actions={
        query.data &&
        query.data.length > 0 && (
          <DialogButton
            icon={IconArrowsExchange}
            needs={people.handOver}
            variant="light"
            label="Hand over"
            title={`Hand over subjects of ${teacher.name}`}
          >
            <HandOverForm teacher={teacher} subjects={query.data} />
          </DialogButton>
        )
      }
    >
      <Loaded
        query={query}
        what="subjects"
        rows={3}
        columns={2}
        empty={{ icon: IconBooks, text: 'No subjects in a current term' }}
      >
        {(subjects) => (
          <ul className={classes['list']}>
            {subjects.map((subject) => (
              <li key={subject.id}>
                <SubjectLink {...subject} />
                <span>
                  {subject.termName} · {pluralize(subject.students, 'student')}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
};

/** One teacher, the subjects taught, and handing over; `renderBeside` adds what other features know. */
export const FacultyRecordPage = (props: {
  readonly renderBeside: (teacher: FacultyDetails) => ReactNode;
}) => {
  const { teacherId = '' } = useParams({ strict: false });
  return (
    <RecordPage
      options={queryOf(people.readFaculty, { params: { id: teacherId } })}
      fields={facultyFields}
      sections={facultySections}
      needs={people.changeFaculty}
      change={({ id, version }, body) =>
        call(people.changeFaculty, { params: { id }, body, ifMatch: version })
      }
      of="teacher"
      icon={IconSchool}
      list={{ to: '/admin/teachers', label: 'All teachers' }}
      line={({ univId, active }) =>
        [univId, active ? 'Active' : 'Account deactivated'].filter(Boolean).join(' · ')
      }
      renderMore={(teacher) => <TaughtSubjectsCard teacher={teacher} />}
      renderBeside={props.renderBeside}
    />
  );
};
