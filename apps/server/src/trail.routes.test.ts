import { type ActKind, acts, addDays, isReadAct } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyDueWithdrawals } from './features/people/records/withdrawal.service.ts';
import { nameOf } from './openapi/endpoint-names.ts';
import { callRow, endpointOf } from './testing/access/call-row.ts';
import { prepareRecords } from './testing/access/records.ts';
import type { Records } from './testing/access/row.ts';
import { rows } from './testing/access/rows.ts';
import { countStatements, type StatementCounter } from './testing/count-statements.ts';
import type { Person } from './testing/make.ts';
import { testCampus, type TestCampus } from './testing/test-campus.ts';
import { sendForm } from './testing/upload.ts';

let campus: TestCampus;
let statements: StatementCounter;
let admin: Person;
let mine: Records;

beforeAll(async () => {
  campus = await testCampus();
  statements = countStatements(campus.database.pool);
  admin = await campus.make.admin();
  mine = await prepareRecords(campus, await campus.make.term());
});
afterAll(() => campus.close());

interface Entry {
  readonly id: string;
  readonly kind: ActKind;
  readonly person_id: string | null;
  readonly role: string;
  readonly record_kind: string | null;
  readonly record_id: string | null;
  readonly request_id: string;
  readonly address: string | null;
  readonly browser: string | null;
  readonly details: any;
}

const entries = async (kind?: ActKind): Promise<Entry[]> =>
  (
    await campus.database.pool.query<Entry>(
      'select * from trail where kind = coalesce($1, kind) order by id desc',
      [kind],
    )
  ).rows;

/** Calls that change nothing of interest to an auditor. */
const untold = [
  'administrators.lookAtSetupLink',
  'corrections.markSeen',
  // These only report what a file or an act would change.
  'catalogue.bookFile.differences',
  'catalogue.bookFile.problems',
  'facultyImport.problems',
  'moveIn.departments.differences',
  'moveIn.departments.problems',
  'moveIn.enrolments.differences',
  'moveIn.enrolments.problems',
  'moveIn.exams.differences',
  'moveIn.exams.problems',
  'moveIn.helpers.differences',
  'moveIn.helpers.problems',
  'moveIn.totals.store',
  'moveIn.openingBalances.problems',
  'moveIn.pastMarks.problems',
  'moveIn.pastResults.problems',
  'moveIn.programmes.differences',
  'moveIn.programmes.problems',
  'moveIn.subjects.differences',
  'moveIn.subjects.problems',
  'moveIn.terms.differences',
  'moveIn.terms.problems',
  'moveIn.totals.differences',
  'moveIn.totals.problems',
  'programmes.countMerge',
  'studentBatches.previewBatch',
  'studentImport.problems',
];

test('every call that changes something is recorded in the trail, or declares that it need not be', () => {
  const silent = campus.endpoints.filter(({ method, act }) => method !== 'GET' && !act);
  expect(silent.map(nameOf).sort()).toEqual(untold.sort());
});

/** Calls without effect: the term is open already, and the others are dry runs. */
const discardAct = ['terms.openTerm', 'terms.closeTerm', 'terms.carryOver'];

/** The calls of the access matrix, each with the first role that may make it. */
const told = rows.flatMap((row) => {
  const refused = [row.admin, row.teacher[0], row.student[0]].map((status) => status >= 400);
  const role = (['admin', 'teacher', 'student'] as const)[refused.indexOf(false)];
  return role ? [[row.id, role, row] as const] : [];
});

describe('the trail says who did what:', () => {
  test.each(told)('%s by a(n) %s', async (_id, role, row) => {
    const kind = endpointOf(campus, row)?.act;
    if (!kind || isReadAct(kind)) return;
    const person = role === 'admin' ? admin : mine[role];
    const [last] = await entries();
    const status = await callRow(campus, campus.as(person), row, mine);
    expect(status).toBeLessThan(300);
    const [entry] = await entries();
    expect(entry?.id !== last?.id).toBe(!discardAct.includes(row.id));
    if (discardAct.includes(row.id)) return;
    expect(entry).toMatchObject({ person_id: person.id, role, address: '127.0.0.1' });
    expect(entry?.request_id).toBeTruthy();
    expect(entry?.browser).toBe('lightMyRequest');
    expect([kind, 'email_changed']).toContain(entry?.kind);
    if (acts[kind].about && !row.id.startsWith('classInfo')) expect(entry?.record_id).toBeTruthy();
  });
});

describe('an act', () => {
  const change = (body: object) =>
    campus.as(admin).patch(`/api/people/students/${mine.student.id}`, body);

  test('is recorded with the values before and after', async () => {
    expect((await change({ address: 'Elm Street 3' })).status).toBe(200);
    const [before] = (await entries('student_changed'))[0]?.details.changes ?? [];
    expect(before).toMatchObject({ field: 'address', after: 'Elm Street 3' });
    await change({ address: 'Oak Street 4' });
    const [entry] = await entries('student_changed');
    expect(entry?.record_id).toBe(mine.student.id);
    expect(entry?.details.changes).toEqual([
      { field: 'address', before: 'Elm Street 3', after: 'Oak Street 4' },
    ]);
  });

  test('that is rolled back leaves no entry', async () => {
    const [last] = await entries();
    const { status } = await change({ email: admin.email });
    expect(status).toBe(409);
    expect((await entries())[0]?.id).toBe(last?.id);
  });

  test('that changes an e-mail is recorded as its own kind', async () => {
    const email = `moved${mine.newcomer.id}@example.edu`;
    await campus.as(admin).patch(`/api/people/students/${mine.newcomer.id}`, { email });
    const [entry] = await entries('email_changed');
    expect(entry?.details.changes).toContainEqual({
      field: 'email',
      before: mine.newcomer.email,
      after: email,
    });
  });

  test('by Campus itself is recorded as such: a withdrawal whose day has come', async () => {
    const student = await campus.make.student();
    await campus
      .as(admin)
      .post(`/api/people/students/${student.id}/withdraw`, { on: addDays(campus.today, 2) });
    await applyDueWithdrawals({ ...campus.campus, today: () => addDays(campus.today, 2) });
    const [done, planned] = await entries('student_withdrawn');
    expect(planned).toMatchObject({ person_id: admin.id, record_id: student.id });
    expect(done).toMatchObject({ person_id: null, role: 'campus', record_id: student.id });
    expect(done?.details.changes).toContainEqual({
      field: 'active',
      before: 'true',
      after: 'false',
    });
  });

  test('on several records says how many', async () => {
    const [entry] = await entries('attendance_submitted');
    expect(entry).toMatchObject({ record_kind: 'subject', details: { count: 1 } });
  });

  test('is recorded with the name of the browser cut to what can be stored', async () => {
    const headers = { 'user-agent': 'x'.repeat(5000) };
    await campus.as(admin).post('/api/admin/announcement', { message: 'Tea' }, headers);
    expect((await entries('announcement_sent'))[0]?.browser).toBe('x'.repeat(400));
  });
});

describe('reading what not everybody may see', () => {
  const read = (who: Person) => campus.as(who).get(`/api/students/by-email/${mine.student.email}`);

  test('takes no more statements, and is recorded in a batch', async () => {
    await read(admin);
    const alone = await statements.during(() => read(mine.student));
    const before = (await entries('person_read')).length;
    expect(
      await statements.during(async () => {
        for (let n = 0; n < 20; n += 1) await read(admin);
      }),
      // A batch is written each second, however many reads it has.
    ).toBeLessThan(20 * alone + 20);
    await expect
      .poll(async () => (await entries('person_read')).length)
      .toBeGreaterThanOrEqual(before + 20);
    expect((await entries('person_read'))[0]).toMatchObject({
      person_id: admin.id,
      record_kind: 'person',
      record_id: mine.student.id,
    });
  });

  test('is not recorded when it is the person’s own data', async () => {
    await read(mine.student);
    await read(mine.teacher);
    await expect
      .poll(async () => (await entries('person_read'))[0]?.person_id)
      .toBe(mine.teacher.id);
    const readers = (await entries('person_read')).map(({ person_id: id }) => id);
    expect(readers).not.toContain(mine.student.id);
  });

  /** The entries of a kind once there are more than before: reads are written in order. */
  const added = async (kind: ActKind, look: () => Promise<unknown>) => {
    const before = (await entries(kind)).length;
    await look();
    await expect.poll(async () => (await entries(kind)).length).toBe(before + 1);
    return (await entries(kind))[0];
  };

  test('in a list is recorded with how many records it showed, and not if it showed none', async () => {
    const [teacher, stranger] = [await campus.make.teacher(), await campus.make.teacher()];
    const [student, other] = [await campus.make.student(), await campus.make.student()];
    const address = 'Birch Street 5';
    await campus.as(admin).patch(`/api/people/students/${student.id}`, { address });
    const body = { studentEmail: student.email, address: 'Birch Street 6' };
    expect((await campus.as(teacher).post('/api/corrections', body)).status).toBe(201);
    await campus.as(stranger).get('/api/corrections/mine');
    await campus.as(admin).get(`/api/corrections/student/${other.email}`);
    for (const [who, path, kind] of [
      [admin, '/api/corrections?state=open', 'corrections_read'],
      [teacher, '/api/corrections/mine?limit=1', 'corrections_read'],
      [teacher, `/api/corrections/student/${student.email}`, 'student_corrections_read'],
      [admin, `/api/performance/subjects/${mine.subject}/sheets`, 'result_sheets_read'],
      [admin, `/api/trail?about=${student.email}`, 'changes_read'],
    ] as const) {
      let shown = 0;
      const entry = await added(kind, async () => {
        const reply = await campus.as(who).get<{ changes?: object[] }[]>(path);
        shown = reply.body.filter(({ changes }) => changes?.length !== 0).length;
      });
      expect(shown).toBeGreaterThan(0);
      expect(entry).toMatchObject({ person_id: who.id, details: { count: shown } });
    }
    const lists = (await entries('corrections_read')).map(({ person_id: id }) => id);
    expect(lists).not.toContain(stranger.id);
    const about = (await entries('student_corrections_read')).map(({ record_id: id }) => id);
    expect(about).not.toContain(other.id);
  });

  test('by comparing a file with it is recorded, unless nothing stored was shown', async () => {
    const { student } = mine;
    const look = async (address: string, more: string) => {
      const content = `Name,Email,Address\n${student.name},${student.email},${address}\nNew,new@example.edu,Elm Street 9\n`;
      const path = `/api/uploadStudentDetails${more}`;
      const { status } = await sendForm(campus.as(admin), path, [{ name: 'a.csv', content }]);
      expect(status).toBe(200);
    };
    const address = 'Ash Street 6';
    await campus.as(admin).patch(`/api/people/students/${student.id}`, { address });
    const { rows: counted } = await campus.database.pool.query(
      `select count(*)::int as present from people where role = 'student' and active`,
    );
    const [{ present }] = counted;
    for (const call of ['?dryRun=true', '/differences?part=changes']) {
      await look('x', `${call}&existing=skip`);
      await look(address, `${call}&existing=update`);
      const missing = await added('students_compared', () =>
        look('x', '/differences?part=absent&existing=update'),
      );
      expect(missing).toMatchObject({ person_id: admin.id, details: { count: present - 1 } });
      const entry = await added('students_compared', () => look('x', `${call}&existing=update`));
      expect(entry).toMatchObject({ person_id: admin.id, details: { count: 1 } });
    }
  });

  test('is recorded even if Campus stops right afterwards', async () => {
    const other = await testCampus();
    const [reader, student] = [await other.make.admin(), await other.make.student()];
    await other.as(reader).get(`/api/people/students/${student.id}`);
    await other.app.close();
    const { rows: found } = await other.database.pool.query('select record_id from trail');
    expect(found).toEqual([{ record_id: student.id }]);
    await other.close();
  });
});

describe('erasing a person', () => {
  test('keeps what they did, and removes their addresses and personal details', async () => {
    const person = await campus.make.teacher();
    await campus.as(person).post('/api/calendar-address');
    const change = (body: object) =>
      campus.as(admin).patch(`/api/people/faculty/${person.id}`, body);
    expect((await change({ department: 'Botany' })).status).toBe(200);
    const office = campus.as(admin);
    expect((await office.post(`/api/people/${person.id}/deactivate`)).status).toBe(200);
    const { email } = person;
    expect((await office.post(`/api/people/${person.id}/erasure`, { email })).status).toBe(204);
    const [changed, renewed] = (await entries()).slice(2);
    expect(renewed).toMatchObject({ person_id: person.id, address: null, browser: null });
    expect(changed).toMatchObject({ record_id: person.id, details: null, person_id: admin.id });
    expect(changed?.address).toBe('127.0.0.1');
  });
});

describe('an entry of the trail', () => {
  test.each([
    ['update trail set kind = $$signed_out$$'],
    ['update trail set address = null, origin_salt = null, origin_digest = sha256($$x$$)'],
    ['delete from trail'],
    ['truncate trail cascade'],
  ])('cannot be changed or removed: %s', async (statement) => {
    await expect(campus.database.asOwner(statement)).rejects.toThrow('append-only');
  });
});
