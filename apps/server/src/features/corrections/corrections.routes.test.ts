import type { Correction } from '@campus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let colleague: Person;
let ada: Person;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin({ name: 'Ruth Adeyemi' });
  teacher = await campus.make.teacher({ name: 'Meera Nair' });
  colleague = await campus.make.teacher({ name: 'Omar Farouk' });
});
beforeEach(async () => {
  ada = await campus.make.student(
    { name: 'Ada', contact_no: '9845022114', contact_phone: '98450 22114', address: 'Quad 1' },
    { roll_no: null },
  );
});
afterAll(() => campus.close());

const ask = (body: object, by: Person = teacher) =>
  campus.as(by).post<Correction>('/api/corrections', { studentEmail: ada.email, ...body });
const asked = async (body: object, by: Person = teacher): Promise<string> => {
  const { status, body: correction } = await ask(body, by);
  expect(status).toBe(201);
  return correction.id;
};
const decide = (id: string, how: 'approve' | 'refuse', body: unknown = {}) =>
  campus.as(admin).post(`/api/corrections/${id}/${how}`, body);
const record = async () => (await campus.as(admin).get(`/api/students/by-email/${ada.email}`)).body;
const mine = async (by: Person = teacher) =>
  (await campus.as(by).get<Correction[]>('/api/corrections/mine')).body;
const unseen = async (by: Person = teacher) =>
  (await campus.as(by).get<number>('/api/corrections/mine/unseen/count')).body;
const waiting = async () =>
  (await campus.as(admin).get<number>('/api/corrections/open/count')).body;
const registrarWrites = (fields: {
  address?: string | null;
  contact_phone?: null;
  contact_no?: null;
}) => campus.database.updateTable('people').where('id', '=', ada.id).set(fields).execute();

describe('a teacher asking for a correction', () => {
  test('changes nothing yet: the request waits, with what the record says and what is proposed', async () => {
    const before = await waiting();
    const { status, body } = await ask({
      contactNo: '+49 170 1234567',
      address: '  Quad 2 ',
      reason: 'She moved.',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      student: { email: ada.email, name: 'Ada', rollNo: null },
      changes: [
        { field: 'contactNo', was: '98450 22114', now: '98450 22114', proposed: '+49 170 1234567' },
        { field: 'address', was: 'Quad 1', now: 'Quad 1', proposed: 'Quad 2' },
      ],
      reason: 'She moved.',
      state: 'open',
      requestedBy: 'Meera Nair',
      decidedBy: null,
      note: null,
      seen: false,
    });
    expect(await record()).toMatchObject({ contactPhone: '98450 22114', address: 'Quad 1' });
    expect(await waiting()).toBe(before + 1);
    expect(await unseen()).toBe(0);
    expect((await mine())[0]).toEqual(body);
  });

  test('can name the student by id, as a number too', async () => {
    for (const [studentId, address] of [
      [ada.id, 'Quad 2'],
      [Number(ada.id), undefined],
    ] as const) {
      const body = { studentId, ...(address ? { address } : { contactNo: 1_234_567 }) };
      expect((await campus.as(teacher).post('/api/corrections', body)).status).toBe(201);
    }
  });

  test('does not request what the record already says', async () => {
    const { body } = await ask({ contactNo: '98450 22114', address: 'Quad 3' });
    expect(body.changes.map(({ field }) => field)).toEqual(['address']);
    await decide(body.id, 'approve');
    const phone = await ask({ contactNo: '98450 22115', address: 'Quad 3' });
    expect(phone.body.changes.map(({ field }) => field)).toEqual(['contactNo']);
    await decide(phone.body.id, 'refuse', { note: 'The old one works' });
    const nothing = await ask({ contactNo: '98450 22114' });
    expect(nothing.status).toBe(422);
  });

  test('can ask for a field to be cleared', async () => {
    const id = await asked({ contactNo: null, address: '' });
    await decide(id, 'approve');
    expect(await record()).toMatchObject({ contactNo: null, contactPhone: null, address: null });
  });

  test('is told that someone has asked about the same field already', async () => {
    await asked({ address: 'Quad 2' }, colleague);
    const again = await ask({ contactNo: 7_654_321, address: 'Quad 3' });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ error: 'duplicate', message: /address/ });
    expect((await ask({ contactNo: 7_654_321 })).status).toBe(201);
    expect((await ask({ contactNo: 7_654_322 })).status).toBe(409);
  });

  test('asking twice at the same moment is stored once', async () => {
    const answers = await Promise.all(
      ['Quad 2', 'Quad 3', 'Quad 4', 'Quad 5'].map((address) => ask({ address })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409,
    ]);
  });

  test.each([
    ['no student', { studentEmail: undefined, address: 'x' }, 422],
    ['a student named twice', { studentId: '1', address: 'x' }, 422],
    ['nothing to change', { reason: 'Just so' }, 422],
    ['a number in words', { contactNo: 'call me' }, 422],
    ['a number too long', { contactNo: '1'.repeat(16) }, 422],
    ['a number that is an object', { contactNo: {} }, 422],
    ['an address of 501 characters', { address: 'x'.repeat(501) }, 422],
    ['an address that cannot be stored', { address: 'a\0b' }, 422],
    ['a reason of 1001 characters', { address: 'x', reason: 'x'.repeat(1001) }, 422],
    ['another field', { name: 'Eve' }, 422],
    ['an e-mail of nobody', { studentEmail: 'nobody@example.edu', address: 'x' }, 404],
    ['an id of nobody', { studentEmail: undefined, studentId: '987654321', address: 'x' }, 404],
    ['an id that is none', { studentEmail: undefined, studentId: "1' or 1", address: 'x' }, 404],
    [
      'an id beyond all ids',
      { studentEmail: undefined, studentId: '9'.repeat(30), address: 'x' },
      404,
    ],
    ['not an object', [], 422],
  ])('is refused: %s', async (_case, wrong, expected) => {
    const body = Array.isArray(wrong) ? wrong : { studentEmail: ada.email, ...wrong };
    const answer = await campus.as(teacher).post('/api/corrections', body);
    expect({ status: answer.status, said: answer.body.message.length > 5 }).toEqual({
      status: expected,
      said: true,
    });
  });

  test('cannot ask about a colleague, or a student who has left', async () => {
    expect((await ask({ studentEmail: colleague.email, address: 'x' })).status).toBe(404);
    const gone = await campus.make.student({ active: false });
    expect((await ask({ studentEmail: gone.email, address: 'x' })).status).toBe(404);
  });

  test('sees open requests about a student, whoever made them, until they are decided', async () => {
    const id = await asked({ address: 'Quad 2' }, colleague);
    const path = `/api/corrections/student/${ada.email.toUpperCase()}`;
    const { body } = await campus.as(teacher).get<Correction[]>(path);
    expect(body).toMatchObject([{ id, requestedBy: 'Omar Farouk' }]);
    await decide(id, 'approve');
    expect((await campus.as(teacher).get(path)).body).toEqual([]);
    expect((await campus.as(teacher).get('/api/corrections/student/nobody')).status).toBe(404);
  });
});

describe('an administrator', () => {
  test('approves: the record changes, in its history too, and the teacher is told', async () => {
    const before = await unseen();
    const id = await asked({ contactNo: '0170 7654321', address: 'Quad 2' });
    const { status, body } = await decide(id, 'approve', { note: 'Thank you.' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'approved',
      decidedBy: 'Ruth Adeyemi',
      note: 'Thank you.',
    });
    expect(await record()).toMatchObject({
      contactNo: 1_707_654_321,
      contactPhone: '0170 7654321',
      address: 'Quad 2',
    });
    const history = await campus.database
      .selectFrom('person_changes')
      .where('person_id', '=', ada.id)
      .orderBy('id')
      .select(['field', 'before', 'after', 'changed_by'])
      .execute();
    expect(history).toEqual([
      { field: 'contactNo', before: '98450 22114', after: '0170 7654321', changed_by: admin.id },
      { field: 'address', before: 'Quad 1', after: 'Quad 2', changed_by: admin.id },
    ]);
    expect(await unseen()).toBe(before + 1);
    expect((await mine())[0]).toEqual(body);
  });

  test('refuses with a note: the record stays, and the teacher is told why', async () => {
    const id = await asked({ address: 'Quad 2' });
    expect((await decide(id, 'refuse', { note: ' ' })).status).toBe(422);
    expect((await decide(id, 'refuse')).status).toBe(422);
    const { status } = await decide(id, 'refuse', { note: 'That is the parents’ address.' });
    expect(status).toBe(200);
    expect(await record()).toMatchObject({ address: 'Quad 1' });
    expect((await mine())[0]).toMatchObject({
      state: 'refused',
      note: 'That is the parents’ address.',
      seen: false,
    });
  });

  test('approves without sending anything', async () => {
    const id = await asked({ address: 'Quad 2' });
    expect((await campus.as(admin).post(`/api/corrections/${id}/approve`)).status).toBe(200);
  });

  test('is told when the record has changed meanwhile, and decides on the current values', async () => {
    const id = await asked({ contactNo: 1_234_567, address: 'Quad 2' });
    await registrarWrites({ address: 'Quad 9' });
    const refused = await decide(id, 'approve');
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      error: 'conflict',
      details: [{ field: 'address', was: 'Quad 1', now: 'Quad 9', proposed: 'Quad 2' }],
    });
    expect(await record()).toMatchObject({ contactPhone: '98450 22114', address: 'Quad 9' });
    await registrarWrites({ address: null });
    expect((await decide(id, 'approve', { seen: { address: 'Quad 9' } })).status).toBe(409);
    const { status } = await decide(id, 'approve', { seen: { address: null } });
    expect(status).toBe(200);
    expect(await record()).toMatchObject({ contactNo: 1_234_567, address: 'Quad 2' });
  });

  test('approves a request that the registrar has already carried out', async () => {
    const id = await asked({ address: 'Quad 2' });
    await registrarWrites({ address: 'Quad 2' });
    expect((await decide(id, 'approve')).status).toBe(200);
  });

  test('cannot decide twice, whatever the second decision is', async () => {
    for (const first of ['approve', 'refuse'] as const) {
      const id = await asked({ address: `By ${first}` });
      const note = { note: 'No.' };
      expect((await decide(id, first, note)).status).toBe(200);
      for (const second of ['approve', 'refuse'] as const) {
        const { status, body } = await decide(id, second, note);
        expect({ status, message: body.message }).toEqual({
          status: 409,
          message: expect.stringContaining('by Ruth Adeyemi already'),
        });
      }
    }
    expect(await record()).toMatchObject({ address: 'By approve' });
  });

  test('and another one can decide at the same moment: only one decision counts', async () => {
    const id = await asked({ address: 'Quad 2' });
    const answers = await Promise.all([
      decide(id, 'approve'),
      decide(id, 'refuse', { note: 'No.' }),
      decide(id, 'approve'),
      decide(id, 'refuse', { note: 'No.' }),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    const { state } = (await mine()).find((one) => one.id === id) ?? {};
    expect((await record()).address).toBe(state === 'approved' ? 'Quad 2' : 'Quad 1');
  });

  test('once decided, the same field can be asked about again', async () => {
    await decide(await asked({ address: 'Quad 2' }), 'refuse', { note: 'No.' });
    expect((await ask({ address: 'Quad 2' })).status).toBe(201);
  });

  test.each([
    ['0', {}, 404],
    ['987654321', {}, 404],
    ['9'.repeat(40), {}, 404],
    ['%00', {}, 404],
    ['x', {}, 404],
    ['1', { surprise: 1 }, 422],
    ['1', { seen: { name: 'x' } }, 422],
    ['1', { seen: 'all' }, 422],
    ['1', { note: 'x'.repeat(1001) }, 422],
    ['1', { note: 'a\0b' }, 422],
    ['1', [], 422],
  ])('approving %s with %j is refused', async (id, body, status) => {
    expect((await decide(id, 'approve', body)).status).toBe(status);
  });
});

describe('the list of all requests', () => {
  const list = (query: string) => campus.as(admin).get<Correction[]>(`/api/corrections${query}`);

  test('has each once, page by page: open ones in order of arrival, decided ones newest first', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      ada = await campus.make.student({ name: `Listed ${i}` }, { roll_no: `LIST-${i}` });
      ids.push(await asked({ address: 'Quad 2' }));
    }
    const open = await list('?search=list-');
    expect(open.body.map(({ id }) => id)).toEqual(ids);
    const decided = [ids[3], ids[0], ids[2]] as string[];
    for (const id of decided) await decide(id, 'approve');
    for (const [state, expected] of [
      ['open', [ids[1], ids[4]]],
      ['decided', decided.toReversed()],
    ] as const) {
      const seen: string[] = [];
      let next: string | undefined = `?state=${state}&search=LISTED&limit=1`;
      while (next !== undefined) {
        const page: Awaited<ReturnType<typeof list>> = await list(next);
        expect(page.headers['x-total-count']).toBe(String(expected.length));
        seen.push(...page.body.map(({ id }) => id));
        next = /<[^?]*([^>]+)>; rel="next"/.exec(String(page.headers['link']))?.[1];
      }
      expect(seen).toEqual(expected);
      const second = await list(`?state=${state}&search=listed&limit=1&page=2`);
      expect(second.body.map(({ id }) => id)).toEqual([expected[1]]);
      expect(second.headers['x-page']).toBe('2');
    }
  });

  test('has requests decided at one moment on its pages once, the last one first', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      ada = await campus.make.student({ name: `Moment ${i}` });
      ids.push(await asked({ address: 'Quad 2' }));
    }
    for (const id of ids) await decide(id, 'approve');
    await campus.database.pool.query(
      'update correction_requests set decided_at = now() where id = any($1)',
      [ids],
    );
    const seen: string[] = [];
    let next: string | undefined = '?state=decided&search=moment&limit=2';
    while (next !== undefined) {
      const page: Awaited<ReturnType<typeof list>> = await list(next);
      seen.push(...page.body.map(({ id }) => id));
      next = /<[^?]*([^>]+)>; rel="next"/.exec(String(page.headers['link']))?.[1];
    }
    expect(seen).toEqual(ids.toReversed());
  });

  test.each([
    ['state=all', 400],
    ['limit=0', 400],
    ['page=0', 400],
    ['cursor=nonsense', 400],
    ['colour=red', 400],
    ['search=%00', 422],
    ['search=%25', 200],
    ['state=decided&limit=3&page=1000000', 200],
    // A cursor of the other list: nothing comes after it.
    ['state=decided&limit=3&cursor=W251bGwsIjAwMDAwMSJd', 200],
  ])('filtered by %s is answered %i', async (query, status) => {
    const answer = await list(`?${query}`);
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body).toEqual([]);
  });
});

describe('an outcome', () => {
  test('counts as new until its teacher has looked at it', async () => {
    const before = await unseen();
    const first = await asked({ address: 'Quad 2' });
    const second = await asked({ contactNo: 1_234_567 });
    const look = (ids: unknown, by: Person = teacher) =>
      campus.as(by).post('/api/corrections/mine/seen', { ids });
    // An open request has no outcome to be seen.
    expect((await look([first])).status).toBe(204);
    await decide(first, 'approve');
    await decide(second, 'refuse', { note: 'No.' });
    expect(await unseen()).toBe(before + 2);
    expect((await look([first], colleague)).status).toBe(403);
    expect((await look([first, '987654321'])).status).toBe(404);
    expect(await unseen()).toBe(before + 2);
    expect((await look([first, first, Number(second)])).status).toBe(204);
    expect(await unseen()).toBe(before);
    expect((await mine()).slice(0, 2).map(({ seen }) => seen)).toEqual([true, true]);
    expect((await look([])).status).toBe(204);
    for (const wrong of [null, 'x', [{}], [null], ['x'.repeat(65)]])
      expect((await look(wrong)).status).toBe(422);
    for (const nobody of [['x'], ['0'], ['-1'], ['9'.repeat(40)]])
      expect((await look(nobody)).status).toBe(404);
  });

  test('of an earlier request is the first that the teacher sees', async () => {
    const first = await asked({ address: 'Quad 2' });
    const second = await asked({ contactNo: 1_234_567 });
    const latest = async () => (await mine()).slice(0, 2).map(({ id }) => id);
    expect(await latest()).toEqual([second, first]);
    await decide(first, 'approve');
    expect(await latest()).toEqual([first, second]);
  });

  test('is shown to the teacher who asked, not to a colleague', async () => {
    await decide(await asked({ address: 'Quad 2' }), 'approve');
    expect((await mine(colleague)).every(({ requestedBy }) => requestedBy === 'Omar Farouk')).toBe(
      true,
    );
    const page = await campus.as(teacher).get<Correction[]>('/api/corrections/mine?limit=2');
    expect(page.body).toHaveLength(2);
    const next = /<([^>]+)>; rel="next"/.exec(String(page.headers['link']))?.[1] ?? '';
    const [third] = (await campus.as(teacher).get<Correction[]>(next)).body;
    expect(third?.id).toBe((await mine())[2]?.id);
  });
});
