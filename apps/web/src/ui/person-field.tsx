import { lending, people, subjectFields } from '@campus/contract';
import { Combobox, type TextInputProps, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { call } from '../lib/call.ts';
import { TextField } from './fields.tsx';
import classes from './person-field.module.css';

interface Offered {
  readonly id: string;
  readonly name: string;
  /** The text put into the field. */
  readonly value: string;
}

interface Kind {
  readonly find: (search: string) => Promise<readonly Offered[]>;
  readonly label: string;
  readonly foundLabel: string;
  readonly input: TextInputProps;
}

const byEmail =
  (endpoint: typeof people.listFaculty | typeof people.listStudents): Kind['find'] =>
  async (search) => {
    const found = await call(endpoint, { query: { search, limit: 6 } });
    return found.map(({ id, name, email }) => ({ id, name, value: email }));
  };

const teachers = { find: byEmail(people.listFaculty), foundLabel: 'Matching teachers' };

const kinds = {
  teacher: { ...teachers, label: subjectFields.emailId.label, input: { inputMode: 'email' } },
  colleague: {
    ...teachers,
    label: 'New teacher (email)',
    input: { inputMode: 'email' },
  },
  student: {
    find: byEmail(people.listStudents),
    label: 'Student (name or e-mail)',
    foundLabel: 'Matching students',
    input: { inputMode: 'email' },
  },
  borrower: {
    find: async (search) => {
      const found = await call(lending.findBorrower, { query: { search } });
      return found.flatMap(({ personId, personName, univId }) =>
        univId === null ? [] : [{ id: personId, name: personName, value: univId }],
      );
    },
    label: 'University ID',
    foundLabel: 'Matching students and teachers',
    input: { placeholder: 'ID or name' },
  },
} satisfies Record<string, Kind>;

interface PersonFieldProps {
  readonly kind: keyof typeof kinds;
  readonly name: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly error: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A text field for a person's e-mail or number that suggests matching people. */
export const PersonField = ({ kind, name, value, onText, error, ref }: PersonFieldProps) => {
  const { find, label, foundLabel, input }: Kind = kinds[kind];
  const [search] = useDebouncedValue(value.trim(), 200);
  const { data: found = [] } = useQuery({
    queryKey: ['people who fit', kind, search],
    queryFn: () => find(search),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const text = value.trim();
  // A suggestion equal to the text would only be in the way.
  const same = (given: string) => given.toLowerCase() === text.toLowerCase();
  const offered = text ? found.filter((one) => !same(one.value)) : [];
  return (
    <Combobox
      store={combobox}
      keepMounted={false}
      onOptionSubmit={(chosen) => {
        onText(chosen);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <TextField
          label={label}
          ref={ref}
          type="text"
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
            <Combobox.Option key={person.id} value={person.value} className={classes['person']}>
              <span>{person.name}</span>
              <span>{person.value}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
};
