import type { termFields } from '@campus/contract';

export type TermValues = Readonly<Record<keyof typeof termFields, string>>;

/** A message for each blank field. */
export const missingOf = ({ name, startsOn, endsOn }: TermValues) => ({
  ...(!name.trim() && { name: 'Name the term' }),
  ...(!startsOn && { startsOn: 'Choose the first day' }),
  ...(!endsOn && { endsOn: 'Choose the last day' }),
});
