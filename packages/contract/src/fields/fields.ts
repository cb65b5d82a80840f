import type { Reader } from '../permissions.ts';
import type { ContactNumber } from '../values/contact-number.ts';
import type { IsoDate } from '../values/dates.ts';

/**
 * A record as a table of its fields: type, names, and who may see each. Schemas, columns of CSV files,
 * forms, and what the server stores and shows are derived from it. Plain data, so that browsers can
 * import it without bundling schemas.
 */
export type Fields = Readonly<Record<string, Field>>;

export type Field = FieldType & {
  /** Shown beside its input and in the history; the name of its column in a template. */
  readonly label: string;
  /** Its name in sentences, if not the label. */
  readonly called?: string;
  /** Other names its column may have in a file. */
  readonly columns?: readonly string[];
  /**
   * `always`: every record has it. `required`: must be given when adding a record or changing the field.
   * `generated`: created if not given, and cannot be cleared. Without `presence` it may be blank.
   */
  readonly presence?: 'always' | 'required' | 'generated';
  /** The value of a record added without one. */
  readonly default?: number;
  /** Everyone who may see the field on records they may see. */
  readonly seenBy: readonly Reader[];
};

type FieldType =
  | { readonly type: 'text'; readonly max: number }
  | { readonly type: 'email' }
  | { readonly type: 'whole'; readonly min: number; readonly max: number }
  | { readonly type: 'day'; readonly past?: true }
  /** A time of day, as `HH:MM`. */
  | { readonly type: 'time' }
  /** `rule`: the error message for any other value; `written`: what files may say instead, in lower case. */
  | {
      readonly type: 'choice';
      readonly of: readonly string[];
      readonly rule?: string;
      readonly written?: Readonly<Record<string, string>>;
    }
  /** Stored as a number, and as the text given under the name in `phone`. */
  | { readonly type: 'contact'; readonly phone: string }
  | { readonly type: 'isbn' };

export type FieldWith<T extends Field['type']> = Extract<Field, { readonly type: T }>;

/** The value, or null as well unless `presence` is `Needed`. */
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

export type InputOf<T extends Fields> = {
  readonly [F in keyof T]: OrNull<T[F], 'always' | 'required', ValueOf<T[F]>>;
};

/** A change of a record; absent fields stay as they are. */
export type ChangeOf<T extends Fields> = {
  readonly [F in keyof T]?: OrNull<T[F], 'always' | 'required' | 'generated', ValueOf<T[F]>>;
};

/** The values of a row of a file; null for a blank cell. */
export type CellsOf<T extends Fields> = { -readonly [F in keyof T]: ValueOf<T[F]> | null };

type NamesOfPhones<T extends Fields> = {
  readonly [
    F in keyof T as T[F] extends { readonly phone: infer Phone extends string } ? Phone : never
  ]: F;
};

/** Maps each key of a stored record to the field it belongs to. */
export type FieldOfKey<T extends Fields> = { readonly [F in keyof T]: F } & NamesOfPhones<T>;

/** A stored record, with all of its fields. */
export type RecordOf<T extends Fields> = {
  readonly [F in keyof T]: OrNull<
    T[F],
    'always',
    ValueOf<T[F]> extends ContactNumber ? number : ValueOf<T[F]>
  >;
} & { readonly [Phone in keyof NamesOfPhones<T>]: string | null };

export const fieldNames = <F extends string>(fields: Readonly<Record<F, unknown>>): F[] =>
  Object.keys(fields) as F[];

/** Whether a value must be given when adding a record. */
export const isRequired = (field: Pick<Field, 'label' | 'presence' | 'default'>): boolean =>
  (field.presence === 'always' || field.presence === 'required') && field.default === undefined;

/**
 * Returns what a reader may see of a record: the fields that list the reader in `seenBy`, and the keys in
 * `also`.
 */
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
