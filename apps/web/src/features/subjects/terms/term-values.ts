import type { Term } from '@campus/contract';

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
export const missingOf = ({ name, startsOn, endsOn }: TermValues) => ({
  ...(!name.trim() && { name: 'Name the term' }),
  ...(!startsOn && { startsOn: 'Choose the first day' }),
  ...(!endsOn && { endsOn: 'Choose the last day' }),
});

/** The fields that differ from what the form was opened with. */
export const termChangeOf = (values: TermValues, opened: TermValues): Partial<TermValues> =>
  Object.fromEntries(
    Object.entries({ ...values, name: values.name.trim() }).filter(
      ([field, value]) => value !== opened[field],
    ),
  );
