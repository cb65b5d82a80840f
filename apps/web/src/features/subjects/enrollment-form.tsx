import type { Enrollment } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconUsersPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText, fieldErrors } from '../../lib/error-text.ts';
import { unreadableFields } from '../../lib/unreadable-fields.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields.tsx';
import { WholeNumberField } from '../../ui/whole-number-field.tsx';
import { AudienceFields } from './audience-fields.tsx';
import { createForAll, type NewSubject } from './subjects.api.ts';
import { TeacherField } from './teacher-field.tsx';
import classes from './enrollment-form.module.css';

const blankEnrollment = {
  subjectName: '',
  subjectCode: '',
  credits: '',
  emailId: '',
  course: '',
  branch: '',
  semester: '',
  year: '',
};
type EnrollmentValues = typeof blankEnrollment;

const requiredFields = ['subjectName', 'subjectCode', 'emailId'] as const;
const audienceFields = ['course', 'branch', 'semester', 'year'] as const;

const missingFields = (values: EnrollmentValues): readonly (keyof EnrollmentValues)[] =>
  requiredFields.filter((field) => !values[field].trim());

const wholeNumber = (text: string): number | null => (text.trim() ? Number(text) : null);

/** Whom the subject is for; undefined while every part is blank, which means everyone. */
const audienceOf = (values: EnrollmentValues): NewSubject['audience'] =>
  audienceFields.every((field) => !values[field].trim())
    ? undefined
    : {
        course: values.course.trim(),
        branch: values.branch.trim(),
        semester: wholeNumber(values.semester),
        year: wholeNumber(values.year),
      };

/** The subject of the wire; credits that are no number count as 0. */
const subjectOf = (values: EnrollmentValues): NewSubject => {
  const audience = audienceOf(values);
  return {
    subjectName: values.subjectName.trim(),
    subjectCode: values.subjectCode.trim(),
    credits: Number.parseInt(values.credits, 10) || 0,
    emailId: values.emailId.trim(),
    ...(audience && { audience }),
  };
};

/** Problems of the server by the names of the form: `audience.year` is its `year`. */
const problemsByField = (
  problems: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(problems).map(([field, text]) => [field.replace(/^audience\./, ''), text]),
  );

interface EnrollmentFormProps {
  readonly onCreated: (enrollment: Enrollment) => void;
}

export const EnrollmentForm = ({ onCreated }: EnrollmentFormProps) => {
  const [problem, setProblem] = useState('');
  const create = useMutation({
    mutationFn: createForAll,
    onSuccess: (enrollment) => {
      clear();
      onCreated(enrollment);
    },
    onError: (error) => {
      refuse(problemsByField(fieldErrors(error)));
      setProblem(errorText(error, 'The enrollment could not be created'));
    },
  });
  const busy = create.isPending;
  const { form, values, field, textOf, refuse, clear } = useFormFields(blankEnrollment, busy);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    create.reset();
    const missing = missingFields(values);
    setProblem(missing.length > 0 ? 'All fields are required' : '');
    if (missing.length > 0) {
      refuse(Object.fromEntries(missing.map((name) => [name, true])));
      return;
    }
    // A semester that the browser cannot read comes as blank, which would mean everyone.
    const half = unreadableFields(event.currentTarget).filter((name) => name !== 'credits');
    if (half.length > 0)
      refuse(Object.fromEntries(half.map((name) => [name, 'Must be a whole number'])));
    else create.mutate(subjectOf(values));
  };

  return (
    <Card>
      <form ref={form} noValidate onSubmit={submit} className={classes['form']}>
        <fieldset disabled={busy} className={classes['fields']}>
          <TextField label="Subject Name" required {...field('subjectName')} />
          <TextField label="Subject Code" required {...field('subjectCode')} />
          <WholeNumberField label="Credits" min={0} placeholder="0" {...textOf('credits')} />
          <TeacherField {...textOf('emailId')} />
          <AudienceFields textOf={textOf} />
        </fieldset>
        <Button
          type="submit"
          size="md"
          fullWidth
          leftSection={<IconUsersPlus size={18} stroke={1.75} aria-hidden />}
          disabled={busy}
        >
          {busy ? 'Processing...' : 'Enroll All Students'}
        </Button>
        {problem && (
          <Banner kind="error" onDismiss={() => setProblem('')}>
            {problem}
          </Banner>
        )}
        {create.isSuccess && (
          <Banner kind="success" autoHideMs={3000} onDismiss={() => create.reset()}>
            Enrollment created successfully!
          </Banner>
        )}
      </form>
    </Card>
  );
};
