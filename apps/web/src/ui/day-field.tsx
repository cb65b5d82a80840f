import type { TextInputProps } from '@mantine/core';
import { useDayNote } from '../lib/day-note.ts';
import { DateField, noteBelow } from './fields.tsx';

/** The day of something that is planned or held: a Sunday or a holiday is said below it, and is no mistake. */
export const DayField = (props: TextInputProps) => (
  <DateField {...props} {...noteBelow} description={useDayNote(String(props.value)) || undefined} />
);
