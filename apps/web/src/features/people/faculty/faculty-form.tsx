import { useState } from 'react';
import type { FormEvent } from 'react';
import { genders } from '@campus/contract';
import type { FacultyProfile } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { serverText, fieldErrors } from '../../../lib/error-text.ts';
import { halfTyped } from '../../../lib/half-typed.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { Banner } from '../../../ui/banner.tsx';
import { DateField, SelectField, TextField } from '../../../ui/fields.tsx';
import { createFaculty, facultyChange } from '../people.api.ts';
import {
  blankFaculty,
  facultyLabels as labels,
  facultyOf,
  isNumeric,
  missingFields,
} from './faculty-values.ts';
import classes from './faculty-form.module.css';

interface FacultyFormProps {
  readonly onAdded: (teacher: FacultyProfile) => void;
}

const invalidNumber = 'Contact number must be a valid number';
const halfDate = 'Date of Birth is not complete';

export const FacultyForm = ({ onAdded }: FacultyFormProps) => {
  const [problem, setProblem] = useState('');
  const add = useMutation({
    mutationKey: facultyChange,
    mutationFn: createFaculty,
    onSuccess: (teacher) => {
      clear();
      onAdded(teacher);
    },
    onError: (error) => {
      refuse(fieldErrors(error));
      setProblem(serverText(error, 'Error adding faculty'));
    },
  });
  const busy = add.isPending;
  const { form, values, field, refuse, clear } = useFormFields(blankFaculty, busy);

  /** What is wrong with the form as it stands, said above it and marked in it. */
  const problemOf = (written: HTMLFormElement): string => {
    if (halfTyped(written).includes('dob')) {
      refuse({ dob: halfDate });
      return halfDate;
    }
    const missing = missingFields(values);
    if (missing.length > 0) {
      refuse(Object.fromEntries(missing.map((name) => [name, true])));
      const names = missing.map((name) => labels[name]).join(', ');
      return `Please fill in the following fields: ${names}`;
    }
    if (!isNumeric(values.contactNo)) {
      refuse({ contactNo: invalidNumber });
      return invalidNumber;
    }
    return '';
  };

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    add.reset();
    const found = problemOf(event.currentTarget);
    setProblem(found);
    if (!found) add.mutate(facultyOf(values));
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className={classes['form']}>
      {problem && (
        <Banner kind="error" onDismiss={() => setProblem('')}>
          {problem}
        </Banner>
      )}
      {add.isSuccess && (
        <Banner kind="success" autoHideMs={5000} onDismiss={() => add.reset()}>
          Faculty added successfully
        </Banner>
      )}
      <fieldset disabled={busy} className={classes['fields']}>
        <TextField label={labels.name} required {...field('name')} />
        <TextField label={labels.department} required {...field('department')} />
        <TextField label={labels.email} type="email" required {...field('email')} />
        <DateField label={labels.dob} required {...field('dob')} />
        <TextField label={labels.contactNo} inputMode="tel" required {...field('contactNo')} />
        <SelectField label={labels.gender} required data={['', ...genders]} {...field('gender')} />
        <TextField
          className={classes['wide'] ?? ''}
          label={labels.address}
          required
          {...field('address')}
        />
      </fieldset>
      <Button
        type="submit"
        size="md"
        className={classes['submit'] ?? ''}
        leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
        disabled={busy}
      >
        {busy ? 'Adding...' : 'Add Faculty'}
      </Button>
    </form>
  );
};
