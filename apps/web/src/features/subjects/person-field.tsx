import { Combobox, useCombobox } from '@mantine/core';
import type { ReactNode } from 'react';
import { TextField } from '../../ui/fields.tsx';
import classes from './person-field.module.css';

export interface PersonFieldProps {
  readonly name: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly error: ReactNode;
}

interface Suggesting extends PersonFieldProps {
  readonly label: string;
  /** People who fit what is typed, named for those who hear the list. */
  readonly found: readonly { readonly id: string; readonly name: string; readonly email: string }[];
  readonly foundLabel: string;
  readonly autofocus?: boolean;
}

/** A person's e-mail as plain text, with the people who fit what is typed offered below. */
export const PersonField = (props: Suggesting) => {
  const { name, value, onText, error, label, found, foundLabel, autofocus = false } = props;
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
          {...(autofocus && { 'data-autofocus': true })}
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
