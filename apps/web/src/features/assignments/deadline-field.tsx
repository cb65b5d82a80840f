import type { TextInputProps } from '@mantine/core';
import { useDayNote } from '../../lib/day-note.ts';
import { noteBelow, TextField } from '../../ui/fields.tsx';

/** The last minute for handing in. A note points out Sundays and holidays, which are allowed. */
export const DeadlineField = (props: TextInputProps) => {
  const note = useDayNote(String(props.value).slice(0, 10));
  return (
    <TextField
      label="Deadline"
      description={['Campus time; that minute still counts', note].filter(Boolean).join(' · ')}
      {...noteBelow}
      type="datetime-local"
      required
      {...props}
    />
  );
};
