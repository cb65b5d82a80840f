import { nameInWords } from '@campus/contract';
import { html, type Html, pageOf } from '../http/html.ts';
import { introduction, type OpenApiDocument } from './document.ts';
import type { MediaType, Operation, Response } from './operation.ts';
import type { JsonSchema } from './schemas.ts';

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** The type of value in a few words, with a link if it is a named shape. */
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
  ['default', (value) => `${JSON.stringify(value)} by default`],
];

/** The constraints on a value, in words. */
const limitsOf = (schema: JsonSchema): string =>
  limits.flatMap(([key, say]) => (key in schema ? [say(schema[key])] : [])).join(', ');

/** A field with its type and constraints, and the fields of objects in it. */
const fieldOf = (
  name: string,
  schema: JsonSchema,
  required: boolean,
  description = schema.description,
): Html => {
  const rules = limitsOf(schema);
  return html`<li>
    <code>${name}</code>
    ${kindOf(schema)}${required ? '' : ', may be left out'}${rules && `; ${rules}`}
    ${description ? html`<span class="note"> &middot; ${description}</span>` : null}
    ${insideOf(schema)}
  </li>`;
};

/** The fields of an object, of a list's objects, or of each alternative that is an object. */
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

/** A whole schema: its type and its fields. */
const schemaOf = (schema: JsonSchema): Html => {
  const rules = limitsOf(schema);
  const kind = schema.properties ? null : html`<p>${kindOf(schema)}${rules && `; ${rules}`}</p>`;
  return html`${kind}${insideOf(schema)}`;
};

const contentOf = (content: Readonly<Record<string, MediaType>> = {}): Html =>
  html`${Object.entries(content).map(
    ([type, { schema, example }]) => html`
      <p class="note">${type}</p>
      ${schemaOf(schema)}
      ${
        example === undefined
          ? null
          : html`<h4>Example</h4>
              <pre>${JSON.stringify(example, null, 2)}</pre>`
      }
    `,
  )}`;

const responseOf = (status: string, response: Response | { readonly $ref: string }): Html => {
  if ('$ref' in response) {
    const name = nameOf(response.$ref);
    return html`<li><code>${status}</code> <a href="#answer-${name}">${name}</a></li>`;
  }
  const headers = Object.keys(response.headers ?? {});
  return html`<li>
    <code>${status}</code> ${response.description}
    ${headers.length > 0 ? html`<p class="note">With the headers ${headers.join(', ')}.</p>` : null}
    ${contentOf(response.content)}
  </li>`;
};

const operationOf = (path: string, method: string, operation: Operation): Html => {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  return html`<details>
    <summary>
      <span class="method ${method}">${method.toUpperCase()}</span>
      <code>${path}</code>
      <span class="what">${summary}</span>
    </summary>
    <div id="${operationId}">
      ${description.split('\n\n').map((paragraph) => html`<p>${paragraph}</p>`)}
      ${
        parameters
          ? html`<h3>Parameters</h3>
              <ul class="fields">
                ${parameters.map((one) =>
                  fieldOf(
                    one.name,
                    one.schema,
                    one.required,
                    `${one.in}${one.description ? `; ${one.description}` : ''}`,
                  ),
                )}
              </ul>`
          : null
      }
      ${
        requestBody
          ? html`<h3>Body${requestBody.required ? '' : ', which may be left out'}</h3>
              ${contentOf(requestBody.content)}`
          : null
      }
      <h3>Answers</h3>
      <ul class="fields">
        ${Object.entries(responses).map(([status, response]) => responseOf(status, response))}
      </ul>
    </div>
  </details>`;
};

const callsOf = (document: OpenApiDocument, tag: string): Html =>
  html`<section aria-labelledby="calls-${tag}">
    <h2 id="calls-${tag}">${nameInWords(tag)}</h2>
    ${Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, { tags }]) => tags.includes(tag))
        .map(([method, operation]) => operationOf(path, method, operation)),
    )}
  </section>`;

/** The document for people: one page without scripts, easy to print, search and read aloud. */
export const referencePage = (document: OpenApiDocument): string => {
  const { components, tags } = document;
  return pageOf(
    'Programming interface',
    html`<a class="skip" href="#calls">Skip to the calls</a>
      <div class="sheet">
        <nav aria-labelledby="contents">
          <h2 id="contents">On this page</h2>
          <ul>
            ${tags.map(({ name }) => html`<li><a href="#calls-${name}">${nameInWords(name)}</a></li>`)}
            <li><a href="#answers">Refusals</a></li>
            <li><a href="#shapes">Shapes</a></li>
          </ul>
        </nav>
        <main>
          <h1>Programming interface</h1>
          ${introduction.paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
          <p>For programs: <a href="/api/openapi.json">openapi.json</a>, OpenAPI 3.1.</p>
          <h2>Signing in from a program</h2>
          <pre>${introduction.signIn('https://campus.example.edu')}</pre>
          <div id="calls">${tags.map(({ name }) => callsOf(document, name))}</div>
          <h2 id="answers">Refusals</h2>
          ${Object.entries(components.responses).map(
            ([name, response]) =>
              html`<div class="shape" id="answer-${name}">
                <h3>${name}</h3>
                <p>${response.description}</p>
                ${contentOf(response.content)}
              </div>`,
          )}
          <h2 id="shapes">Shapes</h2>
          ${Object.entries(components.schemas).map(
            ([name, schema]) =>
              html`<div class="shape" id="shape-${name}">
                <h3>${name}</h3>
                ${schema.description ? html`<p>${schema.description}</p>` : null}
                ${schemaOf(schema)}
              </div>`,
          )}
        </main>
      </div>`,
  );
};
