import type { Reader } from '../permissions.ts';
import type { ContactNumber } from '../values/contact-number.ts';
import type { IsoDate } from '../values/dates.ts';

/**
 * A record as a table of its fields: what each one holds, what it is called, and who sees it. Schemas,
 * columns of CSV files, forms, and what the server stores and shows follow from these lines. Plain
 * data, because browsers get it, and schemas would come with anything else.
 */
export type Fields = Readonly<Record<string, Field>>;

export type Field = FieldType & {
  /** Beside its input, in the history, and the name of its column in a template. */
  readonly label: string;
  /** In sentences about it, where that is not the label. */
  readonly called?: string;
  /** What else its column in a file may be called. */
  readonly columns?: readonly string[];
  /**
   * `always`: no record is without it. `required`: who adds a record or changes the field says it.
   * `generated`: made when it is not given, and never taken away. Without any it may be blank.
   */
  readonly presence?: 'always' | 'required' | 'generated';
  /** What a record that is added without it has. */
  readonly default?: number;
  /** Every reader who may see the field, as far as they see the record. */
  readonly seenBy: readonly Reader[];
};

type FieldType =
  | { readonly type: 'text'; readonly max: number }
  | { readonly type: 'email' }
  | { readonly type: 'whole'; readonly min: number; readonly max: number }
  | { readonly type: 'day'; readonly past?: true }
  /** A time of day, as `HH:MM`. */
  | { readonly type: 'time' }
  /** `rule`: the sentence about any other value; `written`: what a file may write instead, in lower case. */
  | {
      readonly type: 'choice';
      readonly of: readonly string[];
      readonly rule?: string;
      readonly written?: Readonly<Record<string, string>>;
    }
  /** A number, and under the name `phone` the text it was given as. */
  | { readonly type: 'contact'; readonly phone: string }
  | { readonly type: 'isbn' };

export type FieldWith<T extends Field['type']> = Extract<Field, { readonly type: T }>;

/** Of what must be there, and of what may be blank. */
type OrNull<F extends Field, Needed, Value> = F extends { readonly presence: Needed }
  ? Value
  : Value | null;

/** A value that is not blank. */
export type ValueOf<F extends Field> = F extends { readonly type: 'whole' }
  ? number
  : F extends { readonly type: 'contact' }
    ? ContactNumber
    : F extends { readonly type: 'day' }
      ? IsoDate
      : F extends { readonly of: readonly (infer Choice)[] }
        ? Choice
        : string;

/** A record to be stored. */
export type InputOf<T extends Fields> = {
  readonly [F in keyof T]: OrNull<T[F], 'always' | 'required', ValueOf<T[F]>>;
};

/** A change of a record: what is absent stays as it is. */
export type ChangeOf<T extends Fields> = {
  readonly [F in keyof T]?: OrNull<T[F], 'always' | 'required' | 'generated', ValueOf<T[F]>>;
};

/** The cells of a row of a file. */
export type CellsOf<T extends Fields> = { -readonly [F in keyof T]: ValueOf<T[F]> | null };

type NamesOfPhones<T extends Fields> = {
  readonly [
    F in keyof T as T[F] extends { readonly phone: infer Phone extends string } ? Phone : never
  ]: F;
};

/** Each value of a stored record, with the field it is of. */
export type FieldOfKey<T extends Fields> = { readonly [F in keyof T]: F } & NamesOfPhones<T>;

/** A stored record as it is shown. */
export type RecordOf<T extends Fields> = {
  readonly [F in keyof T]: OrNull<
    T[F],
    'always',
    ValueOf<T[F]> extends ContactNumber ? number : ValueOf<T[F]>
  >;
} & { readonly [Phone in keyof NamesOfPhones<T>]: string | null };

export const fieldNames = <F extends string>(fields: Readonly<Record<F, unknown>>): F[] =>
  Object.keys(fields) as F[];

/** Whether who adds a record, or changes this field, must say something. */
export const isRequired = (field: Pick<Field, 'label' | 'presence' | 'default'>): boolean =>
  (field.presence === 'always' || field.presence === 'required') && field.default === undefined;

/** What of a record a reader sees: nothing but the fields that list them, and what is `also` named. */
export const shownTo = <Profile extends object>(
  reader: Reader,
  fields: Fields,
  record: Required<Profile>,
  also: readonly (keyof Profile & string)[],
): Profile => {
  const seen = Object.entries(fields)
    .filter(([, { seenBy }]) => seenBy.includes(reader))
    .flatMap(([name, field]) => (field.type === 'contact' ? [name, field.phone] : [name]));
  const keys = new Set<string>([...also, ...seen]);
  return Object.fromEntries(Object.entries(record).filter(([key]) => keys.has(key))) as Profile;
};
