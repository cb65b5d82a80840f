import { useId } from 'react';
import type { ReactNode } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { TextField } from '../../../ui/fields.tsx';
import { teachersLike } from './record.api.ts';

interface ColleagueFieldProps {
  readonly name: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly error: ReactNode;
}

/** A teacher's e-mail as plain text, with the teachers whose name or e-mail fits suggested. */
export const ColleagueField = ({ name, value, onText, error }: ColleagueFieldProps) => {
  const list = useId();
  const [search] = useDebouncedValue(value.trim(), 200);
  const { data = [] } = useQuery(teachersLike(search));
  return (
    <>
      <TextField
        label="New teacher (email)"
        type="email"
        required
        autoComplete="off"
        data-autofocus
        list={list}
        name={name}
        value={value}
        error={error}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <datalist id={list}>
        {data.map((teacher) => (
          <option key={teacher.id} value={teacher.email}>
            {teacher.name}
          </option>
        ))}
      </datalist>
    </>
  );
};
