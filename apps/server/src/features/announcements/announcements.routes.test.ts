import type { Announcement } from '@campus/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let student: Person;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
  student = await campus.make.student();
});
beforeEach(async () => {
  await campus.database.deleteFrom('announcements').execute();
});
afterAll(() => campus.close());

const send = (body: object) => campus.as(admin).post<Announcement>('/api/admin/announcement', body);
const sent = async (message: string, title?: string): Promise<string> => {
  const { status, body } = await send({ message, ...(title && { title }) });
  expect(status).toBe(201);
  return body.id;
};
const remove = (id: string, by: Person = admin) =>
  campus.as(by).send({ method: 'DELETE', path: `/api/delete/Announcement/${id}` });
const list = (query = '', headers = {}) =>
  campus.as(student).get<Announcement[]>(`/api/all/announcement${query}`, headers);
const titles = async (query = '') => (await list(query)).body.map(({ title }) => title);

describe('an announcement', () => {
  test('is seen by everybody, the newest first, with the moment it was sent', async () => {
    await sent('Closed on Sunday.', 'North gate');
    await sent('Open until eleven.', 'Library hours');
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.map(({ title, message }) => [title, message])).toEqual([
      ['Library hours', 'Open until eleven.'],
      ['North gate', 'Closed on Sunday.'],
    ]);
    for (const { createdAt } of body) expect(Date.parse(createdAt)).not.toBeNaN();
    for (const person of [admin, await campus.make.teacher()])
      expect((await campus.as(person).get('/api/all/announcement')).body).toEqual(body);
  });

  test.each([[{}], [{ title: null }], [{ title: '' }], [{ title: '   ' }]])(
    'without a title is a General Announcement: %j',
    async (title) => {
      const { status, body } = await send({ ...title, message: 'Tea at four.' });
      expect(status).toBe(201);
      expect(body).toMatchObject({ title: 'General Announcement', message: 'Tea at four.' });
    },
  );

  test('keeps every character as it was written', async () => {
    const text = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 200 })
      .filter((one) => one.trim() !== '' && !one.includes('\0'));
    await fc.assert(
      fc.asyncProperty(text, async (message) => {
        const { status, body } = await send({ message });
        expect(status).toBe(201);
        expect(body.message).toBe(message);
        const [first] = (await list('?limit=1')).body;
        expect(first).toEqual(body);
      }),
      { numRuns: 25 },
    );
    await sent('\u0085');
    const written = '  <b>Bold</b> & line one\n\nline three\t\r\n ';
    await sent(written);
    expect((await list()).body[0]?.message).toBe(written);
  });

  test.each([
    ['no message', {}, 'message', 'Message is missing'],
    ['a blank message', { message: ' \n ' }, 'message', 'Message is missing'],
    [
      'a message that is too long',
      { message: 'x'.repeat(5001) },
      'message',
      'Message is longer than 5,000 characters',
    ],
    [
      'a title that is too long',
      { message: 'Tea', title: 'x'.repeat(201) },
      'title',
      'Title is longer than 200 characters',
    ],
    ['NUL', { message: 'a\0b' }, 'message', 'Message contains characters that cannot be stored'],
    [
      'half a character',
      { message: 'a\uD800' },
      'message',
      'Message contains characters that cannot be stored',
    ],
    ['no text', { message: 5 }, 'message', 'Message is missing'],
  ])('is refused with %s, naming the field', async (_what, body, field, message) => {
    const answer = await campus.as(admin).post('/api/admin/announcement', body);
    expect(answer.status).toBe(422);
    expect(answer.body.details).toEqual([{ field, message }]);
    expect((await list()).body).toEqual([]);
  });

  test('may be as long as the limits say, in any script', async () => {
    const { status, body } = await send({ title: 'é'.repeat(200), message: '語'.repeat(5000) });
    expect(status).toBe(201);
    expect(body.message).toHaveLength(5000);
  });
});

describe('deleting an announcement', () => {
  test('removes it from everybody’s list, and keeps who did it and when', async () => {
    const id = await sent('Wrong hall.', 'Exam');
    await sent('Right hall.', 'Exam');
    expect((await remove(id)).status).toBe(204);
    expect((await list()).body.map(({ message }) => message)).toEqual(['Right hall.']);
    const kept = await campus.database
      .selectFrom('announcements')
      .where('id', '=', id)
      .select(['message', 'deleted_by', 'deleted_at'])
      .executeTakeFirstOrThrow();
    expect(kept).toMatchObject({ message: 'Wrong hall.', deleted_by: admin.id });
    expect(kept.deleted_at).toBeInstanceOf(Date);
  });

  test('a second time says that it is gone, and keeps who deleted it first', async () => {
    const id = await sent('Tea at four.');
    const other = await campus.make.admin();
    const answers = await Promise.all([remove(id), remove(id, other)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 404]));
  });

  test.each(['0', '-1', '1e3', 'x', '9'.repeat(40), '%00', '999999999'])(
    'that does not exist is 404: %s',
    async (id) => {
      const { status, body } = await remove(id);
      expect(status).toBe(404);
      expect(body.error).toBe('not_found');
    },
  );
});

describe('the list of announcements', () => {
  test('is answered 304 without a body if nothing has changed', async () => {
    await sent('Tea at four.');
    const first = await list();
    const etag = String(first.headers['etag']);
    const again = await list('', { 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(again.bytes).toHaveLength(0);
    const id = await sent('Tea at five.');
    expect((await list('', { 'if-none-match': etag })).status).toBe(200);
    await remove(id);
    expect((await list('', { 'if-none-match': etag })).status).toBe(304);
  });

  test('comes in pages, by cursor and by number', async () => {
    for (const title of ['A', 'B', 'C', 'D', 'E']) await sent('Hear, hear.', title);
    const first = await list('?limit=2');
    expect(first.headers['x-total-count']).toBe('5');
    expect(first.body.map(({ title }) => title)).toEqual(['E', 'D']);
    const next = /<\/api([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
    const second = await campus.as(student).get<Announcement[]>(`/api${next}`);
    expect(second.body.map(({ title }) => title)).toEqual(['C', 'B']);
    const last = await list('?limit=2&page=3');
    expect(last.body.map(({ title }) => title)).toEqual(['A']);
    expect(last.headers['link']).toBeUndefined();
  });

  test.each(['search=%00', 'search=%ED%A0%80', 'limit=0', 'cursor=x', 'page=1e9', 'size=3'])(
    'answers an odd query without an error: %s',
    async (query) => {
      expect((await list(`?${query}`)).status).toBeLessThan(500);
    },
  );

  test('finds words in titles and messages, and takes % and _ literally', async () => {
    await sent('Seats by Friday.', 'Exams');
    await sent('100% attendance prize', 'Prize');
    expect(await titles('?search=friday')).toEqual(['Exams']);
    expect(await titles('?search=PRIZE&limit=5')).toEqual(['Prize']);
    expect(await titles('?search=%25')).toEqual(['Prize']);
    expect(await titles('?search=_')).toEqual([]);
  });
});
