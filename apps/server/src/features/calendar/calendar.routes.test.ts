import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { formBody, type Part, sendForm } from '../../testing/upload.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let student: Person;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
  teacher = await campus.make.teacher();
  student = await campus.make.student();
});
afterAll(() => campus.close());

const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`);
const file = (content: string | Uint8Array, name = 'calendar.pdf'): Part => ({
  name,
  type: 'application/pdf',
  content,
});
const titled = (title: string): Part => ({ field: 'title', content: title });
const upload = (...parts: Part[]) => sendForm(campus.as(admin), '/api/calendar', parts);
const versions = async (): Promise<number> => {
  const { rows } = await campus.database.pool.query('select count(*)::int as n from calendars');
  return (rows as { n: number }[])[0]?.n ?? 0;
};
/** The name in `filename*`, decoded as in RFC 8187. */
const sentName = (header: unknown): string =>
  decodeURIComponent(/filename\*=UTF-8''(\S+)/.exec(String(header))?.[1] ?? '');

test('before the first upload the browser can learn without an error that there is none', async () => {
  const seen = await campus.as(student).get('/api/calendar/info');
  expect({ status: seen.status, body: seen.body }).toEqual({ status: 200, body: null });
  const missing = await campus.as(student).get('/api/calendar');
  expect({ status: missing.status, message: missing.body.message }).toEqual({
    status: 404,
    message: 'There is no academic calendar yet.',
  });
});

describe('an uploaded calendar', () => {
  test('is sent to everyone byte for byte, with its title, to be shown in the browser', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000)]);
    const stored = await upload(titled('Odd semester'), file(bytes, 'odd-2026.pdf'));
    expect(stored.status).toBe(201);
    expect(stored.body).toMatchObject({
      title: 'Odd semester',
      fileName: 'odd-2026.pdf',
      size: bytes.length,
    });
    for (const person of [admin, teacher, student]) {
      const { status, bytes: got, headers } = await campus.as(person).get('/api/calendar');
      expect(status).toBe(200);
      expect(got.equals(bytes)).toBe(true);
      expect(headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(bytes.length),
        'x-calendar-title': 'Odd%20semester',
        'content-disposition': `inline; filename="odd-2026.pdf"; filename*=UTF-8''odd-2026.pdf`,
      });
      const info = await campus.as(person).get('/api/calendar/info');
      expect(info.body).toEqual(stored.body);
    }
  });

  test('is not sent again to a browser that has it, until there is another', async () => {
    await upload(file(pdf('first')));
    const { headers } = await campus.as(student).get('/api/calendar');
    const known = { 'if-none-match': String(headers['etag']) };
    const again = await campus.as(student).get('/api/calendar', known);
    expect({ status: again.status, bytes: again.bytes.length }).toEqual({ status: 304, bytes: 0 });
    await upload(file(pdf('second')));
    const next = await campus.as(student).get('/api/calendar', known);
    expect({ status: next.status, text: next.bytes.toString() }).toEqual({
      status: 200,
      text: pdf('second').toString(),
    });
  });

  test('without a title, or with a blank one, is the Academic Calendar', async () => {
    expect((await upload(file(pdf('a')))).body.title).toBe('Academic Calendar');
    expect((await upload(titled('   '), file(pdf('a')))).body.title).toBe('Academic Calendar');
    // A browser may send the title after the file.
    expect((await upload(file(pdf('a')), titled(' Later '))).body.title).toBe('Later');
  });

  test('every version before it is kept, and none can be changed', async () => {
    const before = await versions();
    await upload(file(pdf('one')));
    await upload(file(pdf('one')));
    await upload(file(pdf('two')));
    expect(await versions()).toBe(before + 3);
    const { asOwner } = campus.database;
    await expect(asOwner(`update calendars set title = 'x'`)).rejects.toThrow('append-only');
    await expect(asOwner('delete from calendars')).rejects.toThrow('append-only');
  });

  test.each([
    ['学年历 2026', '学年历.pdf'],
    ['التقويم الأكاديمي', 'التقويم.pdf'],
    ['Ακαδημαϊκό ημερολόγιο', 'ημερολόγιο.pdf'],
    ['शैक्षणिक कैलेंडर', 'कैलेंडर.pdf'],
    [`O'Brien's "plan"; 100 % (final)*`, `O'Brien; 100 %, (final)*.pdf`],
    ['🎓', '🎓 plan.pdf'],
    ['a\r\nSet-Cookie: b', 'plan.PDF'],
    ['x', 'no ending'],
  ])('keeps title %j and file name %j unchanged', async (title, name) => {
    const { status, body } = await upload(titled(title), file(pdf('any'), name));
    expect({ status, title: body.title, name: body.fileName }).toEqual({
      status: 201,
      title,
      name,
    });
    const { headers } = await campus.as(student).get('/api/calendar');
    expect(decodeURIComponent(String(headers['x-calendar-title']))).toBe(title);
    expect(sentName(headers['content-disposition'])).toBe(name);
  });

  test('may have a quotation mark in its file name, as browsers write it', async () => {
    const { body } = await upload(file(pdf('any'), 'the %22plan%22.pdf'));
    expect(body.fileName).toBe('the "plan".pdf');
    const { headers } = await campus.as(student).get('/api/calendar');
    expect(sentName(headers['content-disposition'])).toBe('the _plan_.pdf');
  });
});

describe('what is refused is not stored', () => {
  let before: number;
  beforeEach(async () => {
    before = await versions();
  });
  const expectRefused = async (
    answer: Promise<{ status: number; body: { message: string } }>,
    status: number,
    message: string,
  ): Promise<void> => {
    const { status: got, body } = await answer;
    expect({ status: got, message: body.message }).toEqual({ status, message });
    expect(await versions()).toBe(before);
  };

  test('no file', async () => {
    const message = 'Please select a file to upload';
    await expectRefused(upload(titled('x')), 422, message);
    await expectRefused(upload(file('', '')), 422, message);
  });

  test.each([
    ['a text', 'calendar'],
    ['nothing at all', ''],
    ['a PDF that begins late', ' %PDF-1.7'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
    ['four bytes', '%PDF'],
  ])('%s that is called a PDF', async (_what, content) => {
    await expectRefused(upload(file(content)), 415, 'Please select a valid PDF file');
  });

  test('more than 20 MB; exactly 20 MB is stored', async () => {
    const most = Buffer.alloc(20 * 1024 * 1024, '%PDF-1.7\n');
    await expectRefused(
      upload(file(Buffer.concat([most, Buffer.from('x')]))),
      413,
      'The file is larger than 20 MB. Please select a smaller PDF file.',
    );
    expect((await upload(file(most))).status).toBe(201);
    expect((await campus.as(student).get('/api/calendar')).bytes.equals(most)).toBe(true);
  });

  test('a title that is too long or cannot be stored', async () => {
    for (const [title, message] of [
      ['t'.repeat(201), 'Title is longer than 200 characters'],
      ['a\0b', 'Title contains characters that cannot be stored'],
    ] as const) {
      const { status, body } = await upload(titled(title), file(pdf('x')));
      expect({ status, details: body.details }).toEqual({
        status: 422,
        details: [{ field: 'title', message }],
      });
    }
    expect(await versions()).toBe(before);
  });

  test('two files, an unknown field, something that is not a form', async () => {
    await expectRefused(
      upload(file(pdf('a')), file(pdf('b'))),
      422,
      'Please upload one file at a time.',
    );
    await expectRefused(
      upload({ field: 'color', content: 'red' }, file(pdf('a'))),
      422,
      'Unknown field "color"',
    );
    const plain = campus.as(admin).post('/api/calendar', { title: 'x' });
    await expectRefused(plain, 415, 'Please send the file as a form (multipart).');
  });

  test('an upload that ends in the middle of the file', async () => {
    const body = formBody([file(pdf('x'.repeat(50_000)))]);
    const answer = campus.as(admin).send({
      method: 'POST',
      path: '/api/calendar',
      headers: { 'content-type': 'multipart/form-data; boundary=campus-test-boundary' },
      body: body.subarray(0, 30_000),
    });
    await expectRefused(
      answer,
      400,
      'The upload was cut off or is not a valid form. Please try again.',
    );
  });
});

test('an upload that is cut off leaves the calendar as it was', async () => {
  await upload(titled('Kept'), file(pdf('kept')));
  const before = await versions();
  await campus.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = campus.app.server.address() as AddressInfo;
  const token = await campus.token({ sub: `person-${admin.id}`, email: admin.email });
  const body = formBody([file(pdf('y'.repeat(500_000)))]);
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST /api/calendar HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n` +
          `content-type: multipart/form-data; boundary=campus-test-boundary\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      socket.write(body.subarray(0, 200_000), () => socket.destroy());
    });
    socket.once('close', () => resolve());
    socket.once('error', reject);
  });
  expect((await campus.as(student).get('/api/calendar/info')).body.title).toBe('Kept');
  expect(await versions()).toBe(before);
});

test('whatever a file is called, the answer is a stored file that everyone can fetch', async () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 300 })
    // Forms cannot have these characters in a quoted name; browsers encode them.
    .map((text) => text.replace(/["\r\n\\/]/g, '-'))
    // These are folders.
    .filter((text) => text !== '.' && text !== '..');
  await fc.assert(
    fc.asyncProperty(name, async (given) => {
      const { status } = await upload(file(pdf('any'), given));
      const got = await campus.as(student).get('/api/calendar');
      expect([status, got.status]).toEqual([201, 200]);
    }),
    { numRuns: 40 },
  );
});
