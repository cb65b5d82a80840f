import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { type ClientRequest, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listLimits } from '@campus/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, testCampus, type TestCampus } from '../../../testing/test-campus.ts';
import { formBody, formType, type Part, sendForm } from '../../../testing/upload.ts';

const path = '/api/uploadStudentDetails';
const header = 'Name,Email\n';

let t: TestCampus;
let asAdmin: Caller;
let authorization = '';
let port = 0;

beforeAll(async () => {
  t = await testCampus();
  const admin = await t.make.admin();
  asAdmin = t.as(admin);
  authorization = `Bearer ${await t.token({ sub: `person-${admin.id}`, email: admin.email })}`;
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = t.app.server.address() as AddressInfo);
});
afterAll(() => t.close());

// Whatever was sent, nobody was stored and every database connection was released.
afterEach(async () => {
  expect((await asAdmin.get('/api/faculty/students/all')).body).toEqual([]);
  expect(t.database.pool.waitingCount).toBe(0);
  expect(t.database.pool.idleCount).toBe(t.database.pool.totalCount);
});

const send = (parts: readonly Part[], query = '') => sendForm(asAdmin, `${path}${query}`, parts);

const refusal = async (content: string | Uint8Array, name = 'students.csv') => {
  const { status, body } = await send([{ name, content }]);
  return { status, error: body.error as string, message: body.message as string, body };
};

const utf16 = (text: string, bigEndian = false): Buffer => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

describe('the form', () => {
  test('without a file asks for one', async () => {
    for (const parts of [[], [{ content: 'x' }], [{ name: '', content: '' }]]) {
      const { status, body } = await send(parts);
      expect([status, body.message]).toEqual([422, 'Please select a file to upload']);
    }
  });

  test('with anything else in it is refused by name, before and after the file', async () => {
    const file: Part = { name: 'a.csv', content: `${header}Ann,ann@x.edu\n` };
    const title: Part = { field: 'title', content: 'x' };
    const avatar: Part = { field: 'avatar', name: 'a.png', content: 'x'.repeat(300_000) };
    for (const [extra, parts] of [
      ['title', [title, file]],
      ['title', [file, title]],
      ['avatar', [avatar, file]],
      ['avatar', [file, avatar]],
    ] as const) {
      const { status, body } = await send(parts);
      expect([status, body.message]).toEqual([422, `Unknown field "${extra}"`]);
    }
    const { status, body } = await send([file, { ...file, name: 'b.csv' }]);
    expect([status, body.message]).toEqual([422, 'Please upload one file at a time.']);
  });

  test('is refused if it is not a form, or never ends', async () => {
    const json = await asAdmin.post(path, { file: 'x' });
    expect([json.status, json.body.error]).toEqual([415, 'unsupported_media']);
    expect((await asAdmin.post(path)).status).toBe(415);
    const body = formBody([{ name: 'a.csv', content: header }]);
    for (const [type, bytes] of [
      ['text/csv', Buffer.from(header)],
      ['multipart/form-data', body],
      ['multipart/form-data; boundary=other', body],
      [formType['content-type'], body.subarray(0, -20)],
      [formType['content-type'], body.subarray(0, 60)],
      [formType['content-type'], Buffer.from('nonsense')],
      [formType['content-type'], formBody([{ field: '__proto__', content: 'x' }])],
    ] as const) {
      const answer = await asAdmin.send({
        method: 'POST',
        path,
        body: bytes,
        headers: { 'content-type': type },
      });
      expect([400, 415, 422], `${type} ${answer.body.message}`).toContain(answer.status);
      expect(answer.body.message).not.toBe('');
    }
  });

  test('with an unknown option is refused by name', async () => {
    const { status, body } = await send([{ name: 'a.csv', content: header }], '?existing=delete');
    expect(status).toBe(400);
    expect(body.details[0].field).toBe('existing');
    expect((await send([{ name: 'a.csv', content: header }], '?overwrite=1')).status).toBe(400);
  });
});

describe('a file that is not CSV', () => {
  test('is refused by its name', async () => {
    for (const name of ['students.xlsx', 'students.csv.exe', 'csv', 'students.pdf']) {
      const { status, message } = await refusal(`${header}Ann,ann@x.edu\n`, name);
      expect(status).toBe(415);
      expect(message).toContain('Only .csv files are accepted');
    }
  });

  test.each([
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ'), 'PDF document'],
    ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'picture'],
    ['a workbook', Buffer.from('504b0304140006000800', 'hex'), 'workbook'],
    ['a web page', Buffer.from('<!DOCTYPE html><title>x</title>'), 'web page'],
  ])('is refused by its content: %s', async (_name, content, word) => {
    const { status, message } = await refusal(content);
    expect(status).toBe(415);
    expect(message).toContain(word);
  });

  test.each([
    ['Latin-1', Buffer.from(`${header}Zoë,zoe@x.edu\n`, 'latin1')],
    ['UTF-16 without a byte order mark', Buffer.from(`${header}Zoë,zoe@x.edu\n`, 'utf16le')],
    ['UTF-8 cut inside a letter', Buffer.from(`${header}Zoë`).subarray(0, -1)],
    ['a surrogate in UTF-8', Buffer.concat([Buffer.from(header), Buffer.from('eda080', 'hex')])],
    ['half a pair in UTF-16', Buffer.concat([utf16(header), Buffer.from([0, 0xd8, 0x2c, 0])])],
    ['half a unit in UTF-16', utf16(header).subarray(0, -1)],
    [
      'a wrong letter far behind',
      Buffer.from(`${header}${'A,a@x.edu\n'.repeat(30_000)}\xff`, 'latin1'),
    ],
  ])('in another encoding says how to save it: %s', async (_name, content) => {
    const { status, message } = await refusal(content);
    expect(status).toBe(415);
    expect(message).toContain('not saved in UTF-8');
    expect(message).toContain('CSV UTF-8 (Comma delimited)');
  });
});

describe('a file without students', () => {
  test.each([
    ['nothing at all', ''],
    ['a byte order mark', '\uFEFF'],
    ['blank lines', '\n\r\n\n'],
    ['lines of commas', ',,,\n,,,\n'],
  ])('is empty: %s', async (_name, content) => {
    const { status, message } = await refusal(content);
    expect([status, message]).toEqual([422, 'The file is empty.']);
  });

  test.each([header, 'Name,Email', `sep=,\n${header}`, `${header},\n\n`])(
    'but with a header says so: %j',
    async (content) => {
      const { status, message } = await refusal(content);
      expect([status, message]).toEqual([422, 'The file has no students below its header.']);
    },
  );
});

describe('a header that cannot be used', () => {
  test('is refused with what is missing or duplicated', async () => {
    const missing = await refusal('Ann,ann@x.edu\nBob,bob@x.edu\n');
    expect(missing.message).toBe(
      'The first row must name the columns, and there is no column “Full Name” and “Email”.',
    );
    const doubled = await refusal('Name,Email,Full Name\nAnn,ann@x.edu,Bob\n');
    expect(doubled).toMatchObject({ status: 422, error: 'rows_invalid' });
    expect(doubled.body.details).toMatchObject([{ row: 1, column: 'Full Name' }]);
  });
});

describe('a record that is split wrongly', () => {
  test.each([
    ['Name,Email\nAnn,ann@x.edu\n"Bob,bob@x.edu\nCy,cy@x.edu\n', 3, 'never closed'],
    ['Name,Email\n"Ann,ann@x.edu\nBob,"bob@x.edu"\n', 2, 'never closed'],
    ['Name,Email\nAnn,ann@x.edu\n"Bob"x,bob@x.edu\n', 3, 'after its closing quote'],
    ['Name,Email\nRobert "Bob",bob@x.edu\n', 2, 'in its middle'],
    ['"Name,Email\nAnn,ann@x.edu\n', 1, 'never closed'],
    [`Name,Email\nAnn,ann@x.edu\n"${'x,\n'.repeat(1_000_000)}`, 3, 'never closed'],
    [`Name,Email\n${','.repeat(3_000_000)}`, 2, 'never closed'],
  ])('is a named problem: case %#', async (content, row, words) => {
    const { status, error, body } = await refusal(content);
    expect([status, error]).toEqual([422, 'rows_invalid']);
    expect(body.details).toHaveLength(1);
    expect(body.details[0]).toMatchObject({ row });
    expect(body.details[0].reason).toContain(words);
  });

  test('has too many or too few cells', async () => {
    const { body } = await refusal('Name,Email,Course\nAnn,ann@x.edu\nBob,bob@x.edu,MBA,x\n');
    expect(body.message).toBe('2 rows need a fix. Nothing was stored.');
    expect(body.details.map((one: { reason: string }) => one.reason)).toEqual([
      'The row has 2 cells, but the header has 3. Fill in the missing ones',
      'The row has 4 cells, but the header has 3. Put quotes around a cell that holds the delimiter',
    ]);
  });
});

describe('invalid cells', () => {
  test.each([
    ['a NUL', `${header}A\0nn,ann@x.edu\n`, 'Name contains characters that cannot be stored'],
    [
      'a megabyte',
      `${header}${'x'.repeat(1_048_576)},a@x.edu\n`,
      'Name is longer than 200 characters',
    ],
    [
      'ten thousand columns',
      `${header.trim()}${',c'.repeat(10_000)}\nAnn,ann@${',x'.repeat(10_000)}\n`,
      'Email is not a valid address',
    ],
    ['a column named by NULs', 'Name,Email,\0\0\nAnn,ann@,x\n', 'Email is not a valid address'],
  ])('are a named problem: %s', async (_name, content, reason) => {
    for (const query of ['', '?dryRun=true']) {
      const { status, body } = await send([{ name: 'a.csv', content }], query);
      expect(status).toBe(query === '' ? 422 : 200);
      const [problem] = query === '' ? body.details : body.problems;
      expect(problem.reason).toBe(reason);
    }
    expect((await sendForm(asAdmin, `${path}/problems`, [{ name: 'a.csv', content }])).status).toBe(
      200,
    );
  });
});

describe('a file that is too large', () => {
  test('in bytes is refused, even while it is still being sent', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { ...formType, authorization },
      body: new Uint8Array(
        formBody([{ name: 'a.csv', content: Buffer.alloc(listLimits.bytes + 1, 'x') }]),
      ),
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({
      error: 'too_large',
      message: 'The file is larger than 32 MB. Split it and upload the parts one after another.',
    });
  });

  test('in students is refused', async () => {
    const rows = Array.from({ length: listLimits.rows + 1 }, (_, n) => `S,s${n}@x.edu`);
    const { status, message } = await refusal(header + rows.join('\n'));
    expect([status, message]).toEqual([
      413,
      'The file has more than 100,000 students. Split it and upload the parts one after another.',
    ]);
  });
});

describe('a client that disconnects', () => {
  const begin = (length: number) => {
    const request = httpRequest({
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      headers: { ...formType, authorization, 'content-length': length },
    });
    request.on('error', () => {});
    return request;
  };
  const giveUp = async (request: ClientRequest): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    request.once('close', resolve);
    request.destroy();
    await promise;
  };
  const settled = async (): Promise<void> => {
    // The server closes its side once it has finished with the request.
    const connections = () =>
      new Promise<number>((resolve, reject) => {
        t.app.server.getConnections((error, n) => (error ? reject(error) : resolve(n)));
      });
    while ((await connections()) > 0 || t.database.pool.idleCount < t.database.pool.totalCount)
      await new Promise(setImmediate);
  };

  test('in the middle of the file leaves nothing behind', async () => {
    const body = formBody([{ name: 'a.csv', content: `${header}${'A,a@x.edu\n'.repeat(20_000)}` }]);
    const request = begin(body.length);
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    t.app.server.once('request', (incoming: NodeJS.ReadableStream) =>
      incoming.once('data', resolve),
    );
    request.write(body.subarray(0, 100_000));
    await arrived;
    await giveUp(request);
    t.app.server.closeIdleConnections();
    await settled();
  });

  test.skipIf(process.platform !== 'linux')(
    'repeatedly in the middle of the file leaves no temporary file open',
    async () => {
      /** The sizes of the import's open temporary files. */
      const openFiles = (): number[] =>
        readdirSync('/proc/self/fd').flatMap((fd) => {
          try {
            const link = `/proc/self/fd/${fd}`;
            const isOurs = readlinkSync(link).startsWith(join(tmpdir(), 'campus-'));
            return isOurs ? [statSync(link).size] : [];
          } catch {
            // Closed since the folder was listed.
            return [];
          }
        });
      const body = formBody([{ name: 'a.csv', content: 'A,a@x.edu\n'.repeat(20_000) }]);
      for (let times = 0; times < 5; times += 1) {
        const request = begin(body.length);
        request.write(body.subarray(0, 100_000));
        while (!openFiles().some((size) => size > 90_000)) await new Promise(setImmediate);
        await giveUp(request);
        while (openFiles().length > 0) await new Promise(setImmediate);
      }
      t.app.server.closeIdleConnections();
      await settled();
    },
  );

  test('while its file is being stored leaves nothing behind', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `S,s${n}@x.edu`);
    const body = formBody([{ name: 'a.csv', content: header + rows.join('\n') }]);
    const holder = await t.database.pool.connect();
    await holder.query('begin; lock table people in share mode');
    const request = begin(body.length);
    request.end(body);
    const waiting = async (): Promise<boolean> => {
      const { rows: found } = await holder.query(
        `select from pg_locks where not granted and relation = 'people'::regclass
           and database = (select oid from pg_database where datname = current_database())`,
      );
      return found.length > 0;
    };
    while (!(await waiting())) await new Promise(setImmediate);
    await giveUp(request);
    await holder.query('rollback');
    holder.release();
    t.app.server.closeIdleConnections();
    await settled();
  });
});
