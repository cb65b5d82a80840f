import { z } from 'zod';
import type { Reader } from '../permissions.ts';
import { contactNumber } from '../values/contact-number.ts';
import { isoDate } from '../values/replies.ts';
import { email, optionalText, requiredText } from '../values/requests.ts';
import { timeOfDay } from '../values/dates.ts';
import { isbnText } from '../values/isbn.ts';
import {
  type ChangeOf,
  type Field,
  type FieldOfKey,
  type Fields,
  type FieldWith,
  type InputOf,
  isRequired,
  type RecordOf,
  type ValueOf,
} from './fields.ts';

/** Schemas by type; error messages name the field by `label`. */
const schemas: { [T in Field['type']]: (field: FieldWith<T>, label: string) => z.ZodType } = {
  text: ({ max }, label) => requiredText(max, label),
  email: (_, label) => email(label),
  whole: ({ min, max }, label) =>
    z
      .int({ error: `${label} must be a whole number` })
      .min(min, `${label} must be at least ${min}`)
      .max(max, `${label} cannot be above ${max}`),
  day: (_, label) => isoDate(label),
  time: (_, label) =>
    z
      .string({ error: `${label} is missing` })
      .regex(timeOfDay, `${label} must be a time of day, written HH:MM`),
  choice: ({ of, rule }, label) =>
    z.enum(of, { error: rule ?? `${label} must be one of ${of.join(', ')}` }),
  contact: (_, label) => contactNumber(label),
  isbn: (_, label) => isbnText(label),
};

/** The schema of a value that is not blank, as a client sends it. */
export const valueSchema = (field: Field): z.ZodType =>
  schemas[field.type](field as never, field.called ?? field.label);

/** Like `valueSchema`, but absent, null and blank all become the default, or null. */
const optionalSchema = (field: Field): z.ZodType =>
  field.type === 'text'
    ? optionalText(field.max, field.called ?? field.label)
    : z
        .union([z.literal('').transform(() => null), valueSchema(field)])
        .nullish()
        .transform((value) => value ?? field.default ?? null);

const shapeOf = (
  fields: Fields,
  schemaOf: (field: Field) => z.ZodType,
): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));

/** A value as a client sends it. */
type Written<F extends Field> = F extends { readonly type: 'contact' }
  ? string | number
  : F extends { readonly type: 'day' }
    ? string
    : ValueOf<F>;

type RequiredNames<T extends Fields> = {
  [F in keyof T]: T[F] extends { readonly default: number }
    ? never
    : T[F] extends { readonly presence: 'always' | 'required' }
      ? F
      : never;
}[keyof T];

type WrittenInput<T extends Fields> = {
  readonly [F in RequiredNames<T>]: Written<T[F]>;
} & {
  readonly [F in Exclude<keyof T, RequiredNames<T>>]?: Written<T[F]> | null | undefined;
};

type WrittenChange<T extends Fields> = {
  readonly [F in keyof T]?: Written<T[F]> | null | undefined;
};

type Extra = Readonly<Record<string, z.ZodType>>;
type Nothing = { readonly [K in never]: z.ZodType };
type ExtraInput<E extends Extra> = keyof E extends never ? unknown : z.input<z.ZodObject<E>>;

/** The schema of a record to add, for form, API and file rows alike, plus the properties in `extra`. */
export const inputSchema = <const T extends Fields, E extends Extra = Nothing>(
  fields: T,
  extra?: E,
) =>
  z.strictObject({
    ...shapeOf(fields, (field) => (isRequired(field) ? valueSchema(field) : optionalSchema(field))),
    ...extra,
  }) as unknown as z.ZodType<
    InputOf<T> & { readonly [K in keyof E]: z.output<E[K]> },
    WrittenInput<T> & ExtraInput<E>
  >;

/**
 * The schema of a change: any of the fields and of `extra`. What is absent stays as it is; a field that
 * must have a value cannot be cleared.
 */
export const changeSchema = <const T extends Fields, E extends Extra = Nothing>(
  fields: T,
  extra?: E,
) =>
  z
    .strictObject({
      ...shapeOf(fields, (field) => (field.presence ? valueSchema(field) : optionalSchema(field))),
      ...extra,
    })
    .partial() as unknown as z.ZodType<
    ChangeOf<T> & { readonly [K in keyof E]?: z.output<E[K]> },
    WrittenChange<T> & { readonly [K in keyof E]?: z.input<E[K]> | undefined }
  >;

const storedSchema = ({ type, presence, ...field }: Field): z.ZodType => {
  const value = (): z.ZodType => {
    if (type === 'whole') return z.int();
    if (type === 'contact') return z.number();
    if (type === 'day') return isoDate();
    return 'of' in field ? z.enum(field.of) : z.string();
  };
  return presence === 'always' ? value() : value().nullable();
};

/** Whether all of these readers may see a field. */
type SeenByAll<F extends Field, R extends Reader> = [R] extends [F['seenBy'][number]]
  ? true
  : false;

type RecordShape<T extends Fields, R extends Reader> = {
  [K in keyof RecordOf<T>]: K extends keyof FieldOfKey<T>
    ? SeenByAll<T[FieldOfKey<T>[K] & keyof T], R> extends true
      ? z.ZodType<RecordOf<T>[K]>
      : z.ZodOptional<z.ZodType<RecordOf<T>[K]>>
    : never;
};

/** The shape of a stored record in replies to these readers; a field that not all of them may see is optional. */
export const recordShape = <const T extends Fields, R extends Reader>(
  fields: T,
  readers: readonly R[],
) => {
  const shape = Object.entries(fields).flatMap(([name, field]) => {
    const seen = <S extends z.ZodType>(schema: S) =>
      readers.every((reader) => field.seenBy.includes(reader)) ? schema : schema.optional();
    const stored = [[name, seen(storedSchema(field))]] as [string, z.ZodType][];
    if (field.type === 'contact') stored.push([field.phone, seen(z.string().nullable())]);
    return stored;
  });
  return Object.fromEntries(shape) as unknown as RecordShape<T, R>;
};
