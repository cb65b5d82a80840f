import { fieldNames, isRequired, subjectFields } from '@campus/contract';
import { type Draft, sentValues } from '../../lib/field-values.ts';

/** The given fields of a subject as they are sent; credits that are not a number count as 0. */
export const sentSubject = (names: readonly string[], values: Draft): object => {
  const credits = Number.parseInt(values['credits'] ?? '', 10) || 0;
  return sentValues(subjectFields, names, { ...values, credits: String(credits) });
};

/** Marks blank required fields, with `sentence` above the form; null if none is blank. */
export const missingIn = (values: Draft, sentence: string) => {
  const missing = fieldNames(subjectFields).filter(
    (name) => isRequired(subjectFields[name]) && !values[name]?.trim(),
  );
  if (missing.length === 0) return null;
  return { ...Object.fromEntries(missing.map((name) => [name, true])), form: sentence };
};
