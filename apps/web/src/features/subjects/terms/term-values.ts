import type { RecordChange, Term } from '@campus/contract';

export interface TermValues extends Readonly<Record<string, string>> {
  readonly name: string;
  readonly startsOn: string;
  readonly endsOn: string;
}

export const blankTerm: TermValues = { name: '', startsOn: '', endsOn: '' };

export const termLabels: Readonly<Record<keyof TermValues, string>> = {
  name: 'Name',
  startsOn: 'First day',
  endsOn: 'Last day',
};

export const termValuesOf = ({ name, startsOn, endsOn }: Term): TermValues => ({
  name,
  startsOn,
  endsOn,
});

/** A sentence for each field that is blank. */
export const missingOf = (values: TermValues): Partial<Record<keyof TermValues, string>> => ({
  ...(!values.name.trim() && { name: 'Name the term' }),
  ...(!values.startsOn && { startsOn: 'Choose the first day' }),
  ...(!values.endsOn && { endsOn: 'Choose the last day' }),
});

/** The fields that differ from what the form was opened with. */
export const termChangeOf = (values: TermValues, opened: TermValues): Partial<TermValues> =>
  Object.fromEntries(
    Object.entries({ ...values, name: values.name.trim() }).filter(
      ([field, value]) => value !== opened[field],
    ),
  );

/**
 * After a conflict: what the form would have been opened with, and the fields of others to be shown
 * in it because nobody has touched them here.
 */
export const afterConflict = (
  values: TermValues,
  opened: TermValues,
  changes: readonly RecordChange[],
): { opened: TermValues; shown: Readonly<Record<string, string>> } => {
  const theirs = Object.fromEntries(changes.map(({ field, now }) => [field, now ?? '']));
  const mine = termChangeOf(values, opened);
  return {
    opened: { ...opened, ...theirs },
    shown: Object.fromEntries(Object.entries(theirs).filter(([field]) => !(field in mine))),
  };
};
