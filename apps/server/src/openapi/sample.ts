import type { JsonSchema } from './schemas.ts';

/** Realistic values, by field name. */
const byName: readonly (readonly [RegExp, unknown])[] = [
  [/[eE]mail$|^emailId$|^around$/, 'student@example.edu'],
  [/[dD]ate$|dob$|[dD]ay$|On$|^on$/, '2026-03-11'],
  [/At$/, '2026-03-11T13:00:00.000Z'],
  [/subjectName$/, 'Data Structures'],
  [/subjectCode$/, 'CS204'],
  [/^termName$|^term$/, 'Spring 2026'],
  [/[nN]ame$|By$/, 'Aarav Sharma'],
  [/[rR]ollNo$/, 'CS-042'],
  [/univId$/, 'S2026-000123'],
  [/[cC]ontact(No|Phone)$/, 9845022114],
  [/timezone$/, 'Europe/Berlin'],
  [/course$/, 'B.Tech'],
  [/branch$|department$/, 'Computer Science'],
  [/address$/, '12 Lake Road'],
  [/title$/, 'General Announcement'],
  [/[mM]essage$/, 'The library closes at five on Friday.'],
  [/[iI]d$/, '42'],
  [/redirectUrl$/, '/student/dashboard'],
  [/marks$/, 'PPA.'],
];

const fits = (schema: JsonSchema, value: unknown): boolean => {
  const types = [schema.type ?? []].flat();
  const wanted = typeof value === 'string' ? ['string'] : ['integer', 'number'];
  return (
    types.some((type) => wanted.includes(type)) &&
    (schema.format !== 'date-time' || String(value).includes('T')) &&
    (typeof value !== 'string' || value.length <= (schema.maxLength ?? Infinity)) &&
    (typeof value !== 'number' || value <= (schema.maximum ?? Infinity)) &&
    (schema.pattern === undefined || new RegExp(schema.pattern).test(String(value)))
  );
};

const recognised = (schema: JsonSchema, name: string): unknown => {
  const values = byName.filter(([pattern]) => pattern.test(name)).map(([, value]) => value);
  return values.flatMap((one) => [one, String(one)]).find((one) => fits(schema, one));
};

const plain = (schema: JsonSchema): unknown => {
  switch ([schema.type].flat()[0]) {
    case 'string':
      if (schema.format === 'date-time') return '2026-03-11T13:00:00.000Z';
      if (schema.format === 'date') return '2026-03-11';
      return 'text'.slice(0, schema.maxLength);
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? Infinity);
    case 'boolean':
      return true;
    default:
      return null;
  }
};

type Named = Readonly<Record<string, JsonSchema>>;

/** An example of a schema that `accepts` approves; undefined if there is none. */
export const exampleOf = (
  schema: JsonSchema,
  named: Named,
  accepts: (value: unknown) => boolean,
): unknown => [sample(schema, named), sample(schema, named, { requiredOnly: true })].find(accepts);

interface Place {
  readonly name?: string;
  /** Leaves out optional fields, some of which exclude each other. */
  readonly requiredOnly?: boolean;
}

/** A value of a schema; `named` resolves references. */
export const sample = (schema: JsonSchema, named: Named, place: Place = {}): unknown => {
  const { name = '', requiredOnly = false } = place;
  if (schema.examples) return schema.examples[0];
  if (schema.$ref) {
    const target = schema.$ref.replace('#/components/schemas/', '');
    return sample(named[target] ?? {}, named, place);
  }
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const value = choices.find((one) => one.const !== '' && one.type !== 'null');
    return sample(value ?? choices[0] ?? {}, named, place);
  }
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((one) => sample(one, named, place))) as unknown;
  if (schema.properties) {
    const entries = Object.entries(schema.properties)
      .filter(([key]) => !requiredOnly || schema.required?.includes(key))
      .map(([key, inner]) => [key, sample(inner, named, { requiredOnly, name: key })]);
    return Object.fromEntries(entries) as unknown;
  }
  if (schema.type === 'array') return schema.items ? [sample(schema.items, named, place)] : [];
  if (schema.type === 'object') return {};
  return recognised(schema, name) ?? plain(schema);
};
