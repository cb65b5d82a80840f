import {
  type HelperKind,
  type SubjectDetails,
  type SubjectHelper,
  subjects,
} from '@campus/contract';
import { Checkbox } from '@mantine/core';
import { IconUserMinus, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { call } from '../../../lib/call.ts';
import { formatDay } from '../../../lib/day.ts';
import { ConfirmDialog, DialogButton, IconButton, useConfirm } from '../../../ui/actions.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { EmptyState } from '../../../ui/loaded.tsx';
import { Card } from '../../../ui/page.tsx';
import { PersonField } from '../../../ui/person-field.tsx';
import { subjectPaths } from '../terms/terms.api.ts';
import { useDaysOf } from './enrolment-forms.tsx';
import classes from './subject.module.css';

const kinds: Readonly<Record<HelperKind, { readonly label: string; readonly does: string }>> = {
  co_teacher: { label: 'Co-teacher', does: 'Marks attendance, exams and assignments.' },
  assistant: { label: 'Assistant', does: 'May do what is ticked.' },
  substitute: { label: 'Substitute', does: 'Marks attendance on these days, until the last one.' },
};

interface OfSubject {
  readonly subject: SubjectDetails;
}

const AddHelperForm = ({ subject }: OfSubject) => {
  const { id, term } = subject;
  const { limits, nearest } = useDaysOf(term);
  const form = useForm({
    draftKey: `helper ${id}`,
    initial: {
      email: '',
      kind: 'co_teacher',
      fromOn: nearest,
      toOn: '',
      sectionId: '',
      mayMark: 'yes',
      mayGrade: 'no',
    },
    check: ({ email, kind, fromOn, toOn, mayMark, mayGrade }, unreadable) => ({
      email: !email.trim() && 'Choose a teacher',
      fromOn: !fromOn && 'Choose the first day',
      toOn:
        (unreadable.includes('toOn') && 'The last day is not complete') ||
        (kind === 'substitute' && !toOn && 'Choose the last day') ||
        (toOn !== '' && toOn < fromOn && 'The last day is before the first one'),
      mayMark:
        kind === 'assistant' &&
        mayMark === 'no' &&
        mayGrade === 'no' &&
        'Choose what the assistant may do',
    }),
    send: ({ email, kind, fromOn, toOn, sectionId, mayMark, mayGrade }) =>
      call(subjects.addHelper, {
        params: { subjectId: id },
        body: {
          email: email.trim(),
          kind: kind as HelperKind,
          fromOn,
          toOn: toOn || null,
          sectionId: sectionId || null,
          mayMark: mayMark === 'yes',
          mayGrade: mayGrade === 'yes',
        },
      }),
    done: (_, { email }) => `${email} teaches ${subject.subjectName}, too.`,
    refreshes: subjectPaths,
    failed: 'This could not be stored. Please try again.',
  });
  const { values, fieldProps, textProps, checkboxProps } = form;
  return (
    <DialogForm {...form.props} action="Add" busyAction="Adding...">
      <PersonField kind="teacher" {...textProps('email')} />
      <SelectField
        label="As"
        description={kinds[values.kind as HelperKind].does}
        data={subjects.helperKinds.map((value) => ({ value, label: kinds[value].label }))}
        {...fieldProps('kind')}
      />
      {(subject.sections.length > 0 || values.sectionId) && (
        <SelectField
          label="Of"
          data={[
            { value: '', label: 'All students' },
            ...subject.sections.map(({ id: value, name }) => ({ value, label: `Section ${name}` })),
          ]}
          {...fieldProps('sectionId')}
        />
      )}
      {values.kind === 'assistant' && (
        <>
          <Checkbox label="Marks attendance" {...checkboxProps('mayMark')} />
          <Checkbox label="Marks exams and assignments" {...checkboxProps('mayGrade')} />
        </>
      )}
      <DayField label="First day" required {...limits} {...fieldProps('fromOn')} />
      <DayField
        label="Last day"
        required={values.kind === 'substitute'}
        description={values.kind === 'substitute' ? undefined : 'Empty: to the end of the term'}
        {...limits}
        {...fieldProps('toOn')}
      />
    </DialogForm>
  );
};

const rightsText = ({ kind, mayMark, mayGrade }: SubjectHelper): string => {
  if (kind !== 'assistant') return '';
  if (!mayGrade) return 'Attendance';
  return mayMark ? 'Attendance, exams and assignments' : 'Exams and assignments';
};

/** Who teaches the subject besides its teacher, and since when. */
export const HelpersCard = ({ subject }: OfSubject) => {
  const { ask, about, dialog } = useConfirm({
    run: ({ id }: SubjectHelper) =>
      call(subjects.removeHelper, { params: { subjectId: subject.id, helperId: id } }),
    done: (_, { name }) => `${name} no longer teaches ${subject.subjectName}.`,
    failed: 'This could not be ended. Please try again.',
    refreshes: subjectPaths,
  });
  const closed = subject.term.state === 'closed';
  return (
    <Card
      title="Also teaching"
      actions={
        !closed && (
          <DialogButton
            needs={subjects.addHelper}
            variant="subtle"
            icon={IconUserPlus}
            label="Add"
            title="Add a Teacher"
          >
            <AddHelperForm subject={subject} />
          </DialogButton>
        )
      }
    >
      {subject.helpers.length === 0 ? (
        <EmptyState icon={IconUsers} text={`Only ${subject.teacherName} teaches it`} />
      ) : (
        <ul className={classes['helpers']}>
          {subject.helpers.map((one) => (
            <li key={one.id}>
              <span>
                <b>{one.name}</b> {kinds[one.kind].label}
                <small>
                  {[
                    one.section !== null && `Section ${one.section}`,
                    rightsText(one),
                    `${formatDay(one.fromOn)} to ${one.toOn ? formatDay(one.toOn) : 'the end'}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              {!closed && (
                <IconButton
                  needs={subjects.removeHelper}
                  icon={IconUserMinus}
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Remove ${one.name}`}
                  onClick={() => ask(one)}
                >
                  Remove
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog {...dialog} title={`Remove ${about?.name ?? ''}?`} confirmLabel="Remove">
        From now on they have no access to {subject.subjectName}. What they marked stays, with their
        name.
      </ConfirmDialog>
    </Card>
  );
};
