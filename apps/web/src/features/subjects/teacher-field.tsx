import { Combobox, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TextField } from '../../ui/fields.tsx';
import { teachersOptions } from './subjects.api.ts';
import classes from './enrollment-form.module.css';

interface TeacherFieldProps {
  readonly name: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly error: ReactNode;
}

/** The teacher's e-mail as plain text, with the teachers whose name or e-mail fits offered below. */
export const TeacherField = ({ name, value, onText, error }: TeacherFieldProps) => {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const text = value.trim();
  const [search] = useDebouncedValue(text, 200);
  const { data = [] } = useQuery(teachersOptions(search));
  // Once the e-mail stands there in full, its own suggestion is only in the way.
  const offered = text ? data.filter(({ email }) => email !== text.toLowerCase()) : [];
  return (
    <Combobox
      store={combobox}
      keepMounted={false}
      onOptionSubmit={(email) => {
        onText(email);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <TextField
          label="Email ID (faculty)"
          type="email"
          required
          autoComplete="off"
          name={name}
          value={value}
          error={error}
          onChange={(event) => {
            onText(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={offered.length === 0}>
        <Combobox.Options aria-label="Teachers who fit">
          {offered.map((teacher) => (
            <Combobox.Option key={teacher.id} value={teacher.email} className={classes['teacher']}>
              <span>{teacher.name}</span>
              <span>{teacher.email}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
};
