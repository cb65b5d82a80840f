import type { FormEvent } from 'react';
import { genders } from '@campus/contract';
import type { StudentProfile } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { serverText, fieldErrors } from '../../../lib/error-text.ts';
import { halfTyped } from '../../../lib/half-typed.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { DateField, SelectField, TextField } from '../../../ui/fields.tsx';
import { WholeNumberField } from '../../../ui/whole-number-field.tsx';
import { createStudent, studentChange } from '../people.api.ts';
import { blankStudent, studentOf } from './student-values.ts';
import type { StudentValues } from './student-values.ts';
import classes from './student-form.module.css';

interface StudentFormProps {
  readonly busy: boolean;
  readonly onAdded: (student: StudentProfile) => void;
  readonly onRefused: (text: string) => void;
}

const unreadable: Partial<Record<keyof StudentValues, string>> = {
  semester: 'Semester must be a whole number',
  year: 'Year must be a whole number',
  dob: 'Date of Birth is not complete',
};

export const StudentForm = ({ busy, onAdded, onRefused }: StudentFormProps) => {
  const { form, values, field, textOf, refuse, clear } = useFormFields(blankStudent, busy);
  const add = useMutation({
    mutationKey: studentChange,
    mutationFn: createStudent,
    onSuccess: (student) => {
      clear();
      onAdded(student);
    },
    onError: (error) => {
      refuse(fieldErrors(error));
      onRefused(serverText(error, 'Failed to add student'));
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    const { name, email } = values;
    if (!name.trim() || !email.trim()) {
      refuse({ ...(!name.trim() && { name: true }), ...(!email.trim() && { email: true }) });
      onRefused('Name and Email are required fields');
      return;
    }
    const half = halfTyped(event.currentTarget) as readonly (keyof StudentValues)[];
    if (half.length > 0) {
      refuse(Object.fromEntries(half.map((part) => [part, unreadable[part] ?? true])));
      onRefused('Please correct the marked fields.');
      return;
    }
    add.mutate(studentOf(values));
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className={classes['form']}>
      <fieldset disabled={busy}>
        <legend>Required Information</legend>
        <div className={classes['three']}>
          <TextField label="Full Name" required {...field('name')} />
          <TextField label="Email" type="email" required {...field('email')} />
          <TextField label="Roll Number" {...field('rollNo')} />
        </div>
      </fieldset>
      <fieldset disabled={busy}>
        <legend>Academic Information</legend>
        <div className={classes['four']}>
          <TextField label="Course" {...field('course')} />
          <TextField label="Branch" {...field('branch')} />
          <WholeNumberField label="Semester" min={1} {...textOf('semester')} />
          <WholeNumberField label="Year" min={1} {...textOf('year')} />
        </div>
      </fieldset>
      <fieldset disabled={busy}>
        <legend>Personal Information</legend>
        <div className={classes['three']}>
          <DateField label="Date of Birth" {...field('dob')} />
          <SelectField label="Gender" data={['', ...genders]} {...field('gender')} />
          <TextField label="Contact Number" inputMode="tel" {...field('contactNo')} />
          <TextField className={classes['wide'] ?? ''} label="Address" {...field('address')} />
        </div>
      </fieldset>
      <Button
        type="submit"
        size="md"
        className={classes['submit'] ?? ''}
        leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
        disabled={busy}
      >
        {add.isPending ? 'Adding...' : 'Add Student'}
      </Button>
    </form>
  );
};
