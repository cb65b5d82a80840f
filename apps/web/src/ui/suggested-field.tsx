import { type Named, programmes, type ReplyOf } from '@campus/contract';
import type { TextInputProps } from '@mantine/core';
import { useId, useState } from 'react';
import { useMayCall } from '../lib/may-call.tsx';
import { useReply } from '../lib/query.ts';
import { TextField } from './fields.tsx';

type Known = ReplyOf<typeof programmes.listProgrammes>;

/** The suggestions for a field, by its name. */
const lists = {
  course: (known: Known): readonly Named[] => known.programmes,
  branch: (known: Known) => known.programmes.flatMap(({ branches }) => branches),
  department: (known: Known) => known.departments,
} as const;
type Suggested = keyof typeof lists;

export const isSuggested = (name: string): name is Suggested => name in lists;

/** A text field that suggests the confirmed names; any other text is allowed. They are loaded when it is focused. */
export const SuggestedField = ({ of, ...props }: TextInputProps & { readonly of: Suggested }) => {
  const id = useId();
  const may = useMayCall();
  const [entered, setEntered] = useState(false);
  const { data } = useReply(programmes.listProgrammes, {
    enabled: entered && may(programmes.listProgrammes),
  });
  const names = data && lists[of](data).flatMap((one) => (one.confirmed ? [one.name] : []));
  return (
    <>
      <TextField {...props} list={id} onFocus={() => setEntered(true)} />
      <datalist id={id}>
        {[...new Set(names)].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
};
