import { type CurrentSubject, type FacultyDetails, facultyFields, people } from '@campus/contract';
import { Checkbox } from '@mantine/core';
import { IconArrowsExchange, IconBooks, IconSchool } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { countOf } from '../../../lib/count.ts';
import { queryOf, useReply } from '../../../lib/query.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Card } from '../../../ui/card.tsx';
import { DialogButton } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PersonField } from '../../../ui/person-field.tsx';
import { RecordPage } from './record-page.tsx';
import { facultySections } from './record-sections.ts';
import handOverClasses from './hand-over.module.css';
import classes from './taught-subjects.module.css';

interface HandOverFormProps {
  readonly teacher: FacultyDetails;
  readonly subjects: readonly CurrentSubject[];
}

/** Gives subjects of a teacher to another one. */
const HandOverForm = ({ teacher, subjects }: HandOverFormProps) => {
  const [chosen, setChosen] = useState<readonly string[]>(subjects.map(({ id }) => id));
  const { textOf, props } = useForm({
    opened: { toEmail: '' },
    check: ({ toEmail }) =>
      chosen.length === 0
        ? { form: 'Choose at least one subject' }
        : { toEmail: !toEmail.trim() && 'Choose who takes over' },
    send: ({ toEmail }) =>
      call(people.handOver, {
        params: { id: teacher.id },
        body: { toEmail: toEmail.trim(), subjectIds: [...chosen] },
      }),
    done: () => `${countOf(chosen.length, 'subject')} handed over.`,
    refreshes: [''],
    failed: 'Nothing was handed over. Please try again.',
  });
  const toggle = (id: string, on: boolean): void =>
    setChosen((now) => (on ? [...now, id] : now.filter((one) => one !== id)));
  return (
    <DialogForm
      {...props}
      lead="The new teacher marks attendance from now on. Past marks keep who made them."
      action="Hand over"
      busyAction="Handing over..."
    >
      <PersonField of="colleague" {...textOf('toEmail')} />
      <fieldset className={handOverClasses['subjects']}>
        <legend>Subjects</legend>
        {subjects.map(({ id, subjectName, subjectCode }) => (
          <Checkbox
            key={id}
            label={`${subjectName} (${subjectCode})`}
            checked={chosen.includes(id)}
            disabled={props.busy}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
            py={7}
          />
        ))}
      </fieldset>
    </DialogForm>
  );
};

/** What a teacher teaches now, and handing it to someone else. */
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
            {subjects.map(({ id, subjectName, subjectCode, termName, students }) => (
              <li key={id}>
                <Link to="/admin/classes/$subjectId" params={{ subjectId: id }}>
                  {subjectName} ({subjectCode})
                </Link>
                <span>
                  {termName} · {countOf(students, 'student')}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
};

/** One teacher, the subjects taught, and handing over; `renderBeside` tells what other features know. */
export const FacultyRecordPage = (props: {
  readonly renderBeside: (teacher: FacultyDetails) => ReactNode;
}) => {
  const { teacherId = '' } = useParams({ strict: false });
  return (
    <RecordPage
      options={queryOf(people.readFaculty, { params: { id: teacherId } })}
      fields={facultyFields}
      sections={facultySections}
      change={({ id, version }, body) =>
        call(people.changeFaculty, { params: { id }, body, seen: version })
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
