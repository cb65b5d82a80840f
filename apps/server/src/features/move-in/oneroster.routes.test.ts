import type { IsoDate } from '@campus/contract';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellsOfCsv } from '../../testing/read-table.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';

let campus: TestCampus;
let office: Caller;

const { send } = moveInFiles(() => office);

beforeAll(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  const { make } = campus;
  office = campus.as(await make.admin({ duty: 'registrar' }));
  await make.term({
    name: 'Autumn 2026',
    starts_on: '2026-09-01' as IsoDate,
    ends_on: '2027-01-31' as IsoDate,
  });
  await make.teacher({ name: 'Dana Marie Scott', email: 'dana@example.edu', univ_id: 'T-1' });
  await make.student({ name: 'Ann Lee', email: 'ann@example.edu', univ_id: 'S-1' });
  await make.student({ name: 'Prince', email: 'prince@example.edu', univ_id: null });
  await send('subjects', 'Code,Name,Teacher,id\nAL1,"Algebra, linear",dana@example.edu,class-1\n');
  await send(
    'enrolments',
    'Email,Subject,From,To,id\nann@example.edu,AL1,,,e-1\nprince@example.edu,AL1,2026-09-10,2026-10-01,\n',
  );
});
afterAll(() => campus.close());

test('terms, subjects, people and enrolments come out as the ZIP of OneRoster, each id that is named is there', async () => {
  const { status, bytes, headers } = await office.get('/api/move-in/oneroster');
  expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
  const archive = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [
      name.replace('.csv', ''),
      cellsOfCsv(Buffer.from(content)),
    ]),
  );
  const rows = (name: string): Record<string, string>[] => {
    const [head = [], ...others] = archive[name] ?? [];
    return others.map((cells) =>
      Object.fromEntries(head.map((column, at) => [column, cells[at] ?? ''])),
    );
  };
  const told = Object.fromEntries(
    rows('manifest').map(({ propertyName, value }) => [propertyName, value]),
  );
  expect(told).toMatchObject({ 'manifest.version': '1.0', 'oneroster.version': '1.2' });
  for (const [property, value] of Object.entries(told))
    if (property?.startsWith('file.'))
      expect([property, value]).toEqual([
        property,
        property.slice(5) in archive ? 'bulk' : 'absent',
      ]);

  expect(rows('academicSessions')).toMatchObject([
    { title: 'Autumn 2026', type: 'term', startDate: '2026-09-01', schoolYear: '2027' },
  ]);
  expect(rows('classes')).toMatchObject([
    { sourcedId: 'class-1', title: 'Algebra, linear', classCode: 'AL1', classType: 'scheduled' },
  ]);
  expect(
    rows('users').map(({ sourcedId, givenName, familyName, enabledUser }) => [
      sourcedId,
      givenName,
      familyName,
      enabledUser,
    ]),
  ).toEqual([
    ['T-1', 'Dana Marie', 'Scott', 'true'],
    ['S-1', 'Ann', 'Lee', 'true'],
    [expect.stringMatching(/^campus-people-\d+$/), 'Prince', 'Prince', 'true'],
  ]);
  expect(
    rows('enrollments').map(({ role, primary, beginDate, endDate }) => [
      role,
      primary,
      beginDate,
      endDate,
    ]),
  ).toEqual([
    ['student', '', '2026-09-01', ''],
    ['student', '', '2026-09-10', '2026-10-01'],
    ['teacher', 'true', '', ''],
  ]);
  const ids = (name: string) => new Set(rows(name).map(({ sourcedId }) => sourcedId));
  const named = {
    courseSourcedId: 'courses',
    termSourcedIds: 'academicSessions',
    schoolSourcedId: 'orgs',
    orgSourcedId: 'orgs',
    primaryOrgSourcedId: 'orgs',
    classSourcedId: 'classes',
    userSourcedId: 'users',
  };
  for (const file of Object.keys(archive))
    for (const row of rows(file))
      for (const [column, of] of Object.entries(named))
        if (column in row) expect(ids(of)).toContain(row[column]);
  for (const file of Object.keys(archive).filter((name) => name !== 'manifest'))
    expect(ids(file).size).toBe(rows(file).length);

  // Its files move in again as they are.
  const text = (name: string) => Buffer.from(unzipSync(bytes)[`${name}.csv`] ?? []).toString();
  expect((await send('terms', text('academicSessions'))).body).toBe(0);
});

test('a subject of a term that is over may have a teacher who has left', async () => {
  const left = await campus.make.teacher({ name: 'Lena', email: 'lena@example.edu' });
  await campus.database.pool.query('update people set active = false where id = $1', [left.id]);
  await send('terms', 'Name,First day,Last day\nSpring 2020,2020-02-01,2020-06-30\n');
  const row = (term: string) =>
    send('subjects', `Code,Name,Teacher,Term\nOLD,Old,lena@example.edu,${term}\n`);
  expect((await row('Spring 2020')).body).toBe(1);
  expect((await row('Autumn 2026')).body).toMatchObject({
    details: [
      {
        reason:
          'Lena is not an active teacher, and the term is not closed: the row must name another',
      },
    ],
  });
});
