import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { teachersOptions } from './subjects.api.ts';
import classes from './enrollment-form.module.css';

interface TeacherFieldProps {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly error: ReactNode;
}

/** The teacher's e-mail as plain text, with the teachers whose name or e-mail fits offered below. */
export const TeacherField = ({ value, onText, error }: TeacherFieldProps) => {
  const [search] = useDebouncedValue(value.trim(), 200);
  const { data = [] } = useQuery(teachersOptions(search));
  const byEmail = new Map(data.map((teacher) => [teacher.email, teacher]));
  // Once the e-mail stands there in full, its own suggestion is only in the way.
  const offered = value.trim() === '' ? [] : [...byEmail.keys()].filter((email) => email !== value);
  return (
    <Autocomplete
      label="Email ID (faculty)"
      name="emailId"
      type="email"
      required
      autoComplete="off"
      value={value}
      onChange={onText}
      error={error}
      rightSection={
        error ? (
          <IconAlertCircle size={18} stroke={1.75} color="var(--campus-absent)" aria-hidden />
        ) : null
      }
      data={offered}
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span className={classes['teacher']}>
          <span>{byEmail.get(option.value)?.name}</span>
          <span>{option.value}</span>
        </span>
      )}
    />
  );
};
