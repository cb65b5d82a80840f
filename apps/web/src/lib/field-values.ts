import type { Field, Fields, RecordChange } from '@campus/contract';

/** The fields of a record as text in a form; blank for null. */
export type Draft = Readonly<Record<string, string>>;

/** Names of the fields whose text differs from the initial one. */
export const changedFields = (draft: Draft, opened: Draft): readonly string[] =>
  Object.keys(opened).filter((name) => draft[name]?.trim() !== opened[name]?.trim());

/** The initial values a form would have if it were opened after these changes. */
export const initialValuesAfter = <D extends Draft>(
  opened: D,
  changes: readonly RecordChange[],
): D => ({
  ...opened,
  ...Object.fromEntries(
    changes.filter(({ field }) => field in opened).map(({ field, now }) => [field, now ?? '']),
  ),
});

export const blankOf = <F extends string>(names: readonly F[]): Record<F, string> =>
  Object.fromEntries(names.map((name) => [name, ''])) as Record<F, string>;

export const labelsOf = (fields: Fields): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]));

/** The displayed value of a field of a stored record; for a contact number its text. */
export const readValue = (fields: Fields, name: string, record: object): string | number | null => {
  const field = fields[name];
  const values = record as Readonly<Record<string, string | number | null>>;
  return values[field?.type === 'contact' ? field.phone : name] ?? null;
};

/** The initial values of a form for a stored record. */
export const draftOf = <F extends string>(
  fields: Readonly<Record<F, Field>>,
  record: object,
): Record<F, string> =>
  Object.fromEntries(
    Object.keys(fields).map((name) => [name, String(readValue(fields, name, record) ?? '')]),
  ) as Record<F, string>;

/**
 * Digits become a JSON number. What a number cannot represent (a plus, blanks, leading zeros) is sent as
 * typed: the server accepts both and stores text.
 */
const contactNumberOf = (text: string): number | string =>
  /^\d+$/.test(text) && String(Number(text)) === text ? Number(text) : text;

/** A field's value as sent to the server: null for blank. */
export const sentValue = (field: Field | undefined, typed: string): string | number | null => {
  const text = typed.trim();
  if (text === '') return null;
  if (field?.type === 'whole') return Number(text);
  return field?.type === 'contact' ? contactNumberOf(text) : text;
};

/** The values of the named fields as sent to the server. */
export const sentValues = (
  fields: Fields,
  names: readonly string[],
  draft: Draft,
): Record<string, string | number | null> =>
  Object.fromEntries(names.map((name) => [name, sentValue(fields[name], draft[name] ?? '')]));

/** The message for a field whose input the browser could not parse. */
export const unreadable = (field: Field | undefined): string =>
  field?.type === 'day'
    ? `${field.label} is not complete`
    : `${field?.label ?? ''} must be a whole number`;
