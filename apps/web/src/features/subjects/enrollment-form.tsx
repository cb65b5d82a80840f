import type { Enrollment } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconUsersPlus } from '@tabler/icons-react';
import { errorText } from '../../lib/error-text.ts';
import { useForm } from '../../lib/use-form.ts';
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

const failed = 'The enrollment could not be created';

export const EnrollmentForm = (props: { readonly onCreated: (enrollment: Enrollment) => void }) => {
  const {
    field,
    textOf,
    busy,
    save,
    props: { form, onSubmit, problem, onDismiss },
  } = useForm({
    opened: blankEnrollment,
    check: (values, unreadable) => {
      const missing = requiredFields.filter((name) => !values[name].trim());
      if (missing.length > 0)
        return {
          ...Object.fromEntries(missing.map((name) => [name, true])),
          form: 'All fields are required',
        };
      // A semester that the browser cannot read comes as blank, which would mean everyone.
      return Object.fromEntries(
        unreadable
          .filter((name) => name !== 'credits')
          .map((name) => [name, 'Must be a whole number']),
      );
    },
    send: (values) => createForAll(subjectOf(values)),
    clears: true,
    onStored: props.onCreated,
    failed,
    onRefused: (error) => errorText(error, failed),
  });
  return (
    <Card>
      <form ref={form} noValidate onSubmit={onSubmit} className={classes['form']}>
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
          <Banner kind="error" onDismiss={onDismiss}>
            {problem}
          </Banner>
        )}
        {save.isSuccess && (
          <Banner kind="success" autoHideMs={3000} onDismiss={save.reset}>
            Enrollment created successfully!
          </Banner>
        )}
      </form>
    </Card>
  );
};
