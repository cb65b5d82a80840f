import type { Endpoint } from '@campus/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testCampus, type TestCampus } from '../testing/test-campus.ts';
import type { OpenApiDocument } from './document.ts';
import type { MediaType, Operation } from './operation.ts';

let campus: TestCampus;
let document: OpenApiDocument;
let page: string;

beforeAll(async () => {
  campus = await testCampus();
  document = (await campus.nobody.get<OpenApiDocument>('/api/openapi.json')).body;
  page = (await campus.nobody.get<string>('/api/docs')).body;
});
afterAll(() => campus.close());

const operations = (): Operation[] =>
  Object.values(document.paths).flatMap((path) => Object.values(path));
const operationOf = (id: string): Operation => {
  const found = operations().find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`The document has no ${id}`);
  return found;
};

test('the document is valid OpenAPI 3.1 according to an independent validator', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone({ ...document }));
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
});

test('every endpoint is in the document once and says who may call it', () => {
  const said = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-access': access }]) => ({
      call: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      access,
    })),
  );
  const answering = campus.endpoints.map(({ method, path, access }) => ({
    call: `${method} ${path}`,
    access,
  }));
  expect(said.length).toBeGreaterThan(50);
  expect(said).toEqual(expect.arrayContaining(answering));
  expect(said).toHaveLength(answering.length);
  expect(new Set(operations().map(({ operationId }) => operationId)).size).toBe(said.length);
});

test('every reference resolves, and every schema is used by an endpoint', () => {
  const text = JSON.stringify(document);
  const referred = [...text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)].map(
    ([, kind, name]) => `${kind}/${name}`,
  );
  const there = (['schemas', 'responses'] as const).flatMap((kind) =>
    Object.keys(document.components[kind]).map((name) => `${kind}/${name}`),
  );
  expect([...new Set(referred)].sort()).toEqual(there.sort());
});

test('examples are bodies that the endpoints accept and replies that they give, and nearly all endpoints have one', () => {
  const endpoints = new Map(campus.endpoints.map((one) => [`${one.method} ${one.path}`, one]));
  const without: string[] = [];
  let examples = 0;
  const hold = (
    what: string,
    media: MediaType | undefined,
    schema: Endpoint['reply'] | undefined,
  ) => {
    if (!media) return;
    if (media.example === undefined) {
      without.push(what);
      return;
    }
    expect({ what, ...schema?.safeParse(media.example) }).toMatchObject({ what, success: true });
    examples += 1;
  };
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { requestBody, responses }] of Object.entries(methods)) {
      const call = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      const endpoint = endpoints.get(call);
      hold(`body of ${call}`, requestBody?.content['application/json'], endpoint?.body);
      const answer = responses[endpoint?.status ?? 200];
      const content = answer && 'content' in answer ? answer.content : undefined;
      hold(`answer of ${call}`, content?.['application/json'], endpoint?.reply);
    }
  expect(examples).toBeGreaterThan(100);
  // A schema does not show rules between fields: such endpoints need `examples`.
  expect(without.length / examples, without.join(', ')).toBeLessThan(0.05);
});

test('a token is required except where a person, or their calendar program, cannot have one', () => {
  const open = operations().filter(({ security }) => security?.length === 0);
  expect(open.map(({ operationId }) => operationId)).toEqual([
    'identityLogin',
    'settingsReadInstitution',
    'settingsReadLogo',
    'administratorsSetUp',
    'administratorsLookAtSetupLink',
    'eventsReadFeed',
  ]);
  expect(document.security).toEqual([{ bearer: [] }]);
});

test('forms, downloads, headers and refusals are described as they are', () => {
  const upload = operationOf('studentImportStore');
  expect(upload.parameters?.map(({ name }) => name)).toEqual([
    'dryRun',
    'confirm',
    'existing',
    'days',
    'columns',
    'spellings',
    'invite',
  ]);
  expect(upload.requestBody?.content['multipart/form-data']?.schema).toMatchObject({
    properties: { file: { type: 'string', format: 'binary' } },
    required: ['file'],
  });
  expect(operationOf('studentImportTemplate').responses['200']).toMatchObject({
    content: { 'text/csv': {} },
  });
  const list = operationOf('peopleListStudents').responses;
  expect(Object.keys(list)).toEqual([
    '200',
    '304',
    '400',
    '401',
    '403',
    '404',
    '422',
    '429',
    '500',
    '503',
  ]);
  expect(list['200']).toMatchObject({ headers: { ETag: {}, Link: {}, 'X-Total-Count': {} } });
  const submit = operationOf('attendanceSubmitAttendance');
  expect(submit.parameters?.map(({ name }) => name)).toEqual(['If-Match']);
  expect(submit.responses['409']).toEqual({ $ref: '#/components/responses/Conflict' });
});

test('only files of text are described as text, so that generated clients keep the bytes of others', () => {
  const described = operations().flatMap(({ responses }) =>
    Object.values(responses).flatMap((one) =>
      'content' in one ? Object.entries(one.content ?? {}) : [],
    ),
  );
  const asText = described.filter(
    ([, { schema }]) => schema.type === 'string' && schema.format !== 'binary',
  );
  expect(new Set(asText.map(([type]) => type))).toEqual(new Set(['text/csv']));
});

test('the document is compressed, answered 304 the second time, and readable from other origins', async () => {
  const headers = { 'accept-encoding': 'br' };
  const first = await campus.app.inject({ url: '/api/openapi.json', headers });
  expect(first.headers).toMatchObject({
    'content-encoding': 'br',
    'access-control-allow-origin': '*',
  });
  const etag = String(first.headers['etag']);
  const second = await campus.nobody.get('/api/openapi.json', { 'if-none-match': etag });
  expect(second.status).toBe(304);
});

test('the page for people shows every endpoint and runs no script', async () => {
  for (const { operationId } of operations()) expect(page).toContain(`id="${operationId}"`);
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.length).toBeGreaterThan(100);
  expect(targets.filter((id) => !page.includes(`id="${id}"`))).toEqual([]);
  const { headers } = await campus.nobody.get('/api/docs');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(page).not.toContain('<script');
});
