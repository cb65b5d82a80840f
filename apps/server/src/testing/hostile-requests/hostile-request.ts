import type { Endpoint } from '@campus/contract';
import fc from 'fast-check';
import { Components } from '../../openapi/schemas.ts';
import type { RawRequest } from '../test-campus.ts';
import { formBody, formType, type Part } from '../upload.ts';
import { fromSchema, type Vocabulary } from './from-schema.ts';
import { hostileText, hostileValue } from './hostile-values.ts';

/** A valid request, to be distorted. */
export interface RightRequest {
  readonly path: string;
  readonly body?: object | undefined;
  readonly form?: readonly Part[] | undefined;
}

const usually = <T>(arbitrary: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 8, arbitrary }, { weight: 2, arbitrary: odd });

/** Percent-encodes any text, unlike encodeURIComponent even one with lone surrogates. */
const percent = (text: string): string =>
  [...Buffer.from(text, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const segment = fc.oneof(
  hostileText.map(percent),
  fc.constantFrom('%00', '%ff', '%ED%A0%80', '%2e%2e%2f', '1', '2', '999999'),
);

const pathOf = (endpoint: Endpoint, right: string, words: Vocabulary): fc.Arbitrary<string> => {
  const [path = ''] = right.split('?');
  if (!endpoint.path.includes(':')) return fc.constant(path);
  const wanted = path.split('/');
  const known = words.known.map(encodeURIComponent);
  const segments = `/api${endpoint.path}`.split('/').map((name, at) => {
    if (!name.includes(':')) return fc.constant(name);
    const odd =
      name.endsWith('.zip') || name.endsWith('.csv')
        ? segment
        : fc.oneof(segment, fc.constantFrom(...known));
    return usually(fc.constant(wanted[at] ?? '1'), odd);
  });
  return fc.tuple(...segments).map((all) => all.join('/'));
};

const asText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** The valid query, with other parameters instead or in addition. */
const queryOf = (
  { query }: Endpoint,
  right: string,
  components: Components,
  words: Vocabulary,
): fc.Arbitrary<string> => {
  if (!query) return fc.constantFrom('', '', '', '?limit=-1', '?__proto__=1');
  const { properties = {} } = components.fieldsOf(query, 'input');
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      [name, usually(fromSchema(schema, words).map(asText), hostileText)] as const,
  );
  const cursor = fc
    .tuple(fc.oneof(hostileText, fc.constant('a')), usually(fc.nat().map(String), hostileText))
    .map((at) => Buffer.from(JSON.stringify(at)).toString('base64url'));
  const other = fc.record(
    Object.fromEntries<fc.Arbitrary<string>>([
      ...fields,
      ...('cursor' in properties ? [['cursor', fc.oneof(cursor, hostileText)] as const] : []),
    ]),
    { requiredKeys: [] },
  );
  const kept = Object.fromEntries(new URLSearchParams(right.split('?')[1] ?? '')) as Record<
    string,
    string
  >;
  return fc.tuple(other, fc.boolean()).map(([odd, keep]) => {
    const pairs = Object.entries(keep ? { ...odd, ...kept } : { ...kept, ...odd });
    return `?${pairs.map(([name, text]) => `${name}=${percent(text ?? '')}`).join('&')}`;
  });
};

const json = { 'content-type': 'application/json' };

/** The valid body with up to two fields distorted, or a new one from the schema. */
const bodyOf = (
  endpoint: Endpoint,
  right: object | undefined,
  components: Components,
  words: Vocabulary,
): fc.Arbitrary<unknown> => {
  const schema = endpoint.body && components.of(endpoint.body, 'input');
  if (!schema) return fc.oneof(fc.constant({}), hostileValue);
  const made = fromSchema(schema, words);
  if (!right || Array.isArray(right)) return made;
  const changed = fc
    .tuple(made, fc.array(fc.nat(9), { maxLength: 2 }))
    .map(([value, odd]): unknown => {
      const fields = Object.entries({ ...(value as object), ...right });
      const other = value as Record<string, unknown>;
      return Object.fromEntries(
        fields.map(([name, kept], at) => [name, odd.includes(at) ? other?.[name] : kept]),
      );
    });
  return fc.oneof({ weight: 1, arbitrary: made }, { weight: 2, arbitrary: changed });
};

const payload = (value: unknown): fc.Arbitrary<Partial<RawRequest>> =>
  usually(
    fc.constant<Partial<RawRequest>>({ headers: json, body: JSON.stringify(value) ?? '' }),
    fc.constantFrom<Partial<RawRequest>>(
      {},
      { headers: json },
      { headers: json, body: '{"a":' },
      { headers: json, body: Buffer.from([0xff, 0xfe, 0x00]) },
      { headers: { 'content-type': 'text/xml' }, body: '<a/>' },
      { headers: { 'content-type': '' }, body: '{}' },
      { headers: { 'content-type': 'application/json; charset=utf-16' }, body: '{}' },
      { headers: formType, body: formBody([{ content: 'a' }]) },
    ),
  );

/** A text file with one word replaced, or another file with one byte replaced. */
const hostileContent = (content: string | Uint8Array): fc.Arbitrary<string | Uint8Array> => {
  if (typeof content !== 'string')
    return fc.tuple(fc.nat(), fc.nat(255)).map(([at, byte]) => {
      const bytes = Buffer.from(content);
      bytes[at % Math.max(1, bytes.length)] = byte;
      return bytes;
    });
  const words = content.match(/[\w@.]+/g) ?? [''];
  return fc
    .tuple(fc.constantFrom(...words), hostileText)
    .map(([word, odd]) => content.replace(word, () => `"${odd.replaceAll('"', '""')}"`));
};

const formOf = (right: readonly Part[]): fc.Arbitrary<Partial<RawRequest>> => {
  const [first = { content: 'a' }] = right;
  const parts = fc.oneof(
    fc.constant([...right]),
    hostileContent(first.content).map((content) => [{ ...first, content }, ...right.slice(1)]),
    fc.constant([]),
    fc.constant([...right, ...right]),
    fc
      .record({ name: hostileText.map(percent), content: fc.constant(first.content) })
      .map((odd) => [{ ...first, ...odd }, ...right.slice(1)]),
    fc
      .tuple(fc.uint8Array({ maxLength: 200 }), hostileText)
      .map(([bytes, text]) =>
        right.map((part) => ({ ...part, content: part.name === undefined ? text : bytes })),
      ),
    hostileText.map((text) => [...right, { field: percent(text) || 'x', content: text }]),
  );
  const whole = parts.map(formBody);
  return fc.oneof(
    whole.map((body) => ({ headers: formType, body })),
    fc.tuple(whole, fc.nat(400)).map(([body, end]) => ({
      headers: formType,
      body: body.subarray(0, Math.min(end, body.length)),
    })),
    whole.map((body) => ({ headers: { 'content-type': 'multipart/form-data' }, body })),
    hostileValue.chain(payload),
  );
};

const headers = fc.record(
  {
    'if-match': fc.oneof(
      hostileText,
      fc.constantFrom('"1"', 'W/"1"', '"999999999999"', '"1.x", "2"', '""'),
    ),
    'if-none-match': hostileText,
    cookie: fc.oneof(
      hostileText,
      fc.constantFrom(
        'campus.session_token=a.b',
        '__Secure-campus.session_token=%00',
        'campus.session_token=%E0%A4%A; campus.session_token=; =;',
        `__Secure-campus.session_token=${'A'.repeat(3000)}`,
      ),
    ),
    'x-faculty-univid': hostileText,
    'accept-encoding': fc.constantFrom('gzip;q=0', 'identity;q=0', ';;', 'x'.repeat(50)),
    'accept-language': hostileText,
    range: fc.constantFrom('bytes=0-', 'bytes=-1', 'bytes=9-1'),
  },
  { requiredKeys: [] },
);

/** Headers that affect authentication; used rarely, since few such requests get far. */
const signs = fc.record(
  {
    authorization: fc.constantFrom(
      '',
      'Bearer',
      'Bearer a.b.c',
      'Basic YTpi',
      `Bearer ${'a'.repeat(5000)}`,
    ),
    origin: fc.constantFrom('null', 'https://elsewhere.example.org', 'file://', '::'),
    'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'x'),
  },
  { requiredKeys: [] },
);
const hostileHeaders = fc.oneof(
  { weight: 9, arbitrary: headers },
  { weight: 1, arbitrary: fc.tuple(headers, signs).map(([one, other]) => ({ ...one, ...other })) },
);

/** Only headers that can be sent at all. */
const sendable = (given: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined || /[^\t\x20-\x7e\x80-\xff]/.test(value) ? [] : [[name, value]],
    ),
  );

/** Requests to an endpoint as a hostile or faulty client would send them. */
export const hostileRequest = (
  endpoint: Endpoint,
  right: RightRequest,
  words: Omit<Vocabulary, 'named'>,
): fc.Arbitrary<RawRequest> => {
  const components = new Components();
  const vocabulary: Vocabulary = { ...words, named: components.schemas };
  const { method } = endpoint;
  const body =
    method === 'GET'
      ? fc.constant<Partial<RawRequest>>({})
      : endpoint.upload
        ? formOf(right.form ?? [{ name: 'a.csv', content: 'a,b\n1,2\n' }])
        : bodyOf(endpoint, right.body, components, vocabulary).chain(payload);
  return fc
    .tuple(
      pathOf(endpoint, right.path, vocabulary),
      queryOf(endpoint, right.path, components, vocabulary),
      hostileHeaders,
      body,
    )
    .map(([path, query, more, sent]) => ({
      method,
      path: `${path}${query}`,
      ...sent,
      headers: { ...sendable(more), ...sent.headers },
    }));
};

/** A number of them, the same for the same seed. */
export const hostileRequests = (
  endpoint: Endpoint,
  right: RightRequest,
  known: readonly string[],
  { seed, count }: { readonly seed: number; readonly count: number },
): RawRequest[] => fc.sample(hostileRequest(endpoint, right, { known }), { seed, numRuns: count });

/** The valid request itself. */
export const rightAsSent = ({ method }: Endpoint, { path, body, form }: RightRequest): RawRequest =>
  form
    ? { method, path, headers: formType, body: formBody(form) }
    : { method, path, ...(body && { headers: json, body: JSON.stringify(body) }) };
