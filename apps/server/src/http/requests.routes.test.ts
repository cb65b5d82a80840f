import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../testing/make.ts';
import { type Answer, testCampus, type TestCampus } from '../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let term: string;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
  ({ id: term } = await campus.make.term());
});
afterAll(() => campus.close());

const announcements = '/api/all/announcement';
const announce = (body: string | Buffer, type = 'application/json') =>
  campus.as(admin).send({
    method: 'POST',
    path: '/api/admin/announcement',
    headers: { 'content-type': type },
    body,
  });

test('a value of the wrong kind is refused with a sentence that says which kind is right', async () => {
  const sentences: [body: unknown, field: string, message: string][] = [
    [[], '', 'The request must be an object'],
    ['x', '', 'The request must be an object'],
    [null, '', 'The request has no body'],
  ];
  for (const [sent, field, message] of sentences)
    expect(await announce(JSON.stringify(sent))).toMatchObject({
      status: 422,
      body: { message, error: 'invalid', details: [{ field, message }] },
    });
  const submission = { facultyEmail: 'a@b.edu', subjectId: 1, date: campus.today };
  const lists: [list: unknown, field: string, message: string][] = [
    ['x', 'studentAttendances', 'studentAttendances must be a list'],
    [undefined, 'studentAttendances', 'studentAttendances is missing'],
    [[5], 'studentAttendances.0', 'The entry must be an object'],
  ];
  for (const [studentAttendances, field, message] of lists)
    expect(
      await campus.as(admin).post('/api/attendance/bulk', { ...submission, studentAttendances }),
    ).toMatchObject({ status: 422, body: { message, details: [{ field, message }] } });
});

test('a parameter that cannot be read is refused with a sentence that says what it may be', async () => {
  const sentences: [path: string, field: string, message: string][] = [
    ['limit=0', 'limit', 'limit must be at least 1'],
    ['limit=1001', 'limit', 'limit must be at most 1000'],
    ['limit=abc', 'limit', 'limit must be a number'],
    ['limit=1.5', 'limit', 'limit must be a whole number'],
    [`search=${'x'.repeat(201)}`, 'search', 'search must have at most 200 characters'],
    ['limit=2&cursor=abc', 'cursor', 'cursor must be the one in the Link header of another page'],
  ].map(([query, field, message]) => [`${announcements}?${query}`, field ?? '', message ?? '']);
  sentences.push(['/api/faculty/students/all?order=up', 'order', 'order must be one of asc, desc']);
  for (const [path, field, message] of sentences)
    expect(await campus.as(admin).get(path)).toMatchObject({
      status: 400,
      body: { message, error: 'malformed', details: [{ field, message }] },
    });
});

test('a request without a body is malformed', async () => {
  const { status, body } = await campus
    .as(admin)
    .send({ method: 'POST', path: '/api/admin/announcement' });
  expect([status, body]).toEqual([
    400,
    {
      message: 'The request has no body',
      error: 'malformed',
      details: [{ field: '', message: 'The request has no body' }],
    },
  ]);
});

test('a body that is not sent as JSON is refused as the wrong kind', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])
    expect(await announce('{"message":"Hello"}', type)).toMatchObject({
      status: 415,
      body: { error: 'unsupported_media' },
    });
});

test('an ETag is known again as a proxy passes it on, among others, and as any', async () => {
  const first = await campus.as(admin).get(announcements);
  const etag = String(first.headers['etag']);
  for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    expect((await campus.as(admin).get(announcements, { 'if-none-match': held })).status).toBe(304);
  for (const other of ['"other"', 'W/"other", "another"', etag.slice(1, -1), ''])
    expect((await campus.as(admin).get(announcements, { 'if-none-match': other })).status).toBe(
      200,
    );
});

test('a body that is not UTF-8 is refused, and not stored with other letters', async () => {
  expect(await announce(Buffer.from('{"message":"Grüße"}', 'latin1'))).toMatchObject({
    status: 400,
    body: { message: 'The request is not written in UTF-8.', error: 'malformed' },
  });
  expect(await announce(Buffer.from('{"message":"Grüße"}'))).toMatchObject({
    status: 201,
    body: { message: 'Grüße' },
  });
});

test('every list that has pages names the page and links to the next one, up to the last', async () => {
  const teacher = await campus.make.teacher();
  const subject = await campus.make.subject({ term_id: term, teacher_id: teacher.id });
  for (const title of ['One', 'Two', 'Three']) {
    await announce(JSON.stringify({ message: title }));
    const { status } = await campus
      .as(admin)
      .post('/api/exams', { title, heldOn: campus.today, subjectId: subject.id });
    expect(status).toBe(201);
  }
  for (const path of [announcements, '/api/exams']) {
    const { headers } = await campus.as(admin).get(`${path}?limit=1&page=2`);
    expect(headers['x-page']).toBe('2');
    const all = (await campus.as(admin).get<{ id: string }[]>(path)).body.map(({ id }) => id);
    const walked: string[] = [];
    let next: string | undefined = `${path}?limit=2`;
    while (next) {
      const page: Answer<{ id: string }[]> = await campus.as(admin).get(next);
      walked.push(...page.body.map(({ id }) => id));
      next = /<([^>]+)>; rel="next"/.exec(String(page.headers['link']))?.[1];
    }
    expect(walked).toEqual(all);
  }
});
