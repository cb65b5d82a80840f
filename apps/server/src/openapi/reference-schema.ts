import { html, type Html } from './html.ts';
import type { JsonSchema } from './json-schema.ts';

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** The kind of value in a few words, with a link where it is a shape of its own. */
const kindOf = (schema: JsonSchema): Html => {
  if (schema.$ref) return html`<a href="#shape-${nameOf(schema.$ref)}">${nameOf(schema.$ref)}</a>`;
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum)
    return html`one of ${schema.enum.map((value) => html` <code>${JSON.stringify(value)}</code>`)}`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices)
    return html`${choices.map((one, at) => html`${at === 0 ? '' : ' or '}${kindOf(one)}`)}`;
  if (schema.type === 'array' && schema.items) return html`list of ${kindOf(schema.items)}`;
  const types = [schema.type ?? 'any value'].flat().join(' or ');
  return html`${schema.format ? `${types} (${schema.format})` : types}`;
};

const limits: readonly (readonly [keyof JsonSchema, (value: unknown) => string])[] = [
  ['minLength', (value) => (value === 1 ? 'not empty' : `at least ${String(value)} characters`)],
  ['maxLength', (value) => `at most ${String(value)} characters`],
  ['minimum', (value) => `at least ${String(value)}`],
  ['exclusiveMinimum', (value) => `more than ${String(value)}`],
  ['maximum', (value) => `at most ${String(value)}`],
  ['minItems', (value) => `at least ${String(value)} of them`],
  ['maxItems', (value) => `at most ${String(value)} of them`],
  ['default', (value) => `${JSON.stringify(value)} unless said`],
];

/** What a value must keep to, in words. */
const limitsOf = (schema: JsonSchema): string =>
  limits.flatMap(([key, say]) => (key in schema ? [say(schema[key])] : [])).join(', ');

/** A field with what it holds; objects in it are unfolded below. */
export const fieldOf = (
  name: string,
  schema: JsonSchema,
  required: boolean,
  description = schema.description,
): Html => {
  const rules = limitsOf(schema);
  return html`<li>
    <code>${name}</code>
    ${kindOf(schema)}${required ? '' : ', may be left out'}${rules && `; ${rules}`}
    ${description ? html`<span class="note"> · ${description}</span>` : null} ${insideOf(schema)}
  </li>`;
};

/** The fields of an object, of a list's objects, or of each choice that is one. */
const insideOf = (schema: JsonSchema): Html | null => {
  if (schema.properties) return fieldsOf(schema);
  if (schema.items) return insideOf(schema.items);
  const inside = (schema.anyOf ?? schema.oneOf ?? []).map(insideOf).filter((one) => one !== null);
  return inside.length > 0 ? html`${inside}` : null;
};

const fieldsOf = ({ properties = {}, required = [] }: JsonSchema): Html =>
  html`<ul class="fields">
    ${Object.entries(properties).map(([name, inner]) =>
      fieldOf(name, inner, required.includes(name)),
    )}
  </ul>`;

/** A whole schema: its kind, and the fields in it. */
export const schemaOf = (schema: JsonSchema): Html => {
  const rules = limitsOf(schema);
  const kind = schema.properties ? null : html`<p>${kindOf(schema)}${rules && `; ${rules}`}</p>`;
  return html`${kind}${insideOf(schema)}`;
};
