import type { Field, Fields, RecordChange } from '@campus/contract';

/** The fields of a record as a form holds them: text, blank for nothing. */
export type Draft = Readonly<Record<string, string>>;

/** Fields whose text differs from what the form was opened with. */
export const touched = (draft: Draft, opened: Draft): readonly string[] =>
  Object.keys(opened).filter((name) => draft[name]?.trim() !== opened[name]?.trim());

/** What the form would have been opened with, had it been opened after these changes. */
export const openedAfter = <D extends Draft>(opened: D, changes: readonly RecordChange[]): D => ({
  ...opened,
  ...Object.fromEntries(
    changes.filter(({ field }) => field in opened).map(({ field, now }) => [field, now ?? '']),
  ),
});

export const blankOf = <F extends string>(names: readonly F[]): Record<F, string> =>
  Object.fromEntries(names.map((name) => [name, ''])) as Record<F, string>;

export const labelsOf = (fields: Fields): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]));

/** What people read of a field of a stored record: of a contact number the text. */
export const readValue = (fields: Fields, name: string, record: object): string | number | null => {
  const field = fields[name];
  const values = record as Readonly<Record<string, string | number | null>>;
  return values[field?.type === 'contact' ? field.phone : name] ?? null;
};

/** A stored record as a form is opened with it. */
export const draftOf = <F extends string>(
  fields: Readonly<Record<F, Field>>,
  record: object,
): Record<F, string> =>
  Object.fromEntries(
    Object.keys(fields).map((name) => [name, String(readValue(fields, name, record) ?? '')]),
  ) as Record<F, string>;

/**
 * Digits as the JSON number of the wire. What a number cannot hold (a plus, blanks, leading zeros) is
 * sent as it was typed: the server reads both and keeps the text.
 */
const contactNumberOf = (text: string): number | string =>
  /^\d+$/.test(text) && String(Number(text)) === text ? Number(text) : text;

/** A field as it is sent: null for blank. */
export const sentValue = (field: Field | undefined, typed: string): string | number | null => {
  const text = typed.trim();
  if (text === '') return null;
  if (field?.type === 'whole') return Number(text);
  return field?.type === 'contact' ? contactNumberOf(text) : text;
};

/** These fields of a form, as they are sent. */
export const sentValues = (
  fields: Fields,
  names: readonly string[],
  draft: Draft,
): Record<string, string | number | null> =>
  Object.fromEntries(names.map((name) => [name, sentValue(fields[name], draft[name] ?? '')]));

/** What is wrong with a field whose text the browser could not read. */
export const unreadable = (field: Field | undefined): string =>
  field?.type === 'day'
    ? `${field.label} is not complete`
    : `${field?.label ?? ''} must be a whole number`;
