import { people, subjectFields } from '@campus/contract';
import { Combobox, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../lib/query.ts';
import { TextField } from './fields.tsx';
import classes from './person-field.module.css';

const kinds = {
  teacher: {
    endpoint: people.listFaculty,
    label: subjectFields.emailId.label,
    foundLabel: 'Teachers who fit',
    input: {},
  },
  colleague: {
    endpoint: people.listFaculty,
    label: 'New teacher (email)',
    foundLabel: 'Teachers who fit',
    input: { 'data-autofocus': true },
  },
  student: {
    endpoint: people.listStudents,
    label: 'Student (name or e-mail)',
    foundLabel: 'Students who fit',
    input: { 'data-autofocus': true },
  },
} as const;

interface PersonFieldProps {
  readonly of: keyof typeof kinds;
  readonly name: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly error: ReactNode;
}

/** A person's e-mail as plain text, with the people who fit what is typed offered below. */
export const PersonField = ({ of, name, value, onText, error }: PersonFieldProps) => {
  const { endpoint, label, foundLabel, input } = kinds[of];
  const [search] = useDebouncedValue(value.trim(), 200);
  const { data: found = [] } = useQuery(
    queryOf(endpoint, {
      query: { search, limit: 6 },
      enabled: search !== '',
      placeholderData: keepPreviousData,
      staleTime: 60_000,
    }),
  );
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const text = value.trim();
  // Once the e-mail stands there in full, its own suggestion is only in the way.
  const offered = text ? found.filter(({ email }) => email !== text.toLowerCase()) : [];
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
          label={label}
          type="text"
          inputMode="email"
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
          {...input}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={offered.length === 0}>
        <Combobox.Options aria-label={foundLabel}>
          {offered.map((person) => (
            <Combobox.Option key={person.id} value={person.email} className={classes['person']}>
              <span>{person.name}</span>
              <span>{person.email}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
};
