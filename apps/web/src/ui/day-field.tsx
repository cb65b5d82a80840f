import type { TextInputProps } from '@mantine/core';
import { useDayNote } from '../lib/day-note.ts';
import { DateField, noteBelow } from './fields.tsx';

/** The day of something planned or held. A note below it points out Sundays and holidays, which are allowed. */
export const DayField = (props: TextInputProps) => {
  const { description, value } = props;
  const note = useDayNote(String(value)) || undefined;
  return (
    <DateField
      {...props}
      {...noteBelow}
      description={
        description && note ? (
          <>
            {description} · {note}
          </>
        ) : (
          description || note
        )
      }
    />
  );
};
