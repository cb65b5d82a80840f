import { subjectFields } from '@campus/contract';
import { type Draft, sentValues } from '../../lib/field-values.ts';

/** These fields of a subject, as they are sent; credits that are no number count as 0. */
export const sentSubject = (names: readonly string[], values: Draft): object => {
  const credits = Number.parseInt(values['credits'] ?? '', 10) || 0;
  return sentValues(subjectFields, names, { ...values, credits: String(credits) });
};
