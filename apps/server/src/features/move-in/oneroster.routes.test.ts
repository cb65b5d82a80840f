import type { IsoDate, MoveInReport } from '@campus/contract';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellsOfCsv } from '../../testing/read-table.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { sendForm } from '../../testing/upload.ts';

let campus: TestCampus;
let office: Caller;

const { send, batches, undo } = moveInFiles(() => office);

beforeAll(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  const { make } = campus;
  office = campus.as(await make.admin({ duty: 'registrar' }));
  await make.term({
    name: 'Autumn 2026',
    starts_on: '2026-09-01' as IsoDate,
    ends_on: '2027-01-31' as IsoDate,
  });
  await make.teacher({
    name: 'Dana Marie Scott',
    email: 'dana@example.edu',
    univ_id: 'T-1',
    contact_no: '15550100',
    contact_phone: '+1 555 0100',
  });
  await make.teacher({ name: 'Eve Stone', email: 'eve@example.edu', univ_id: 'T-2' });
  await make.student({ name: 'Ann Lee', email: 'ann@example.edu', univ_id: 'S-1' });
  await make.student({ name: 'Prince', email: 'prince@example.edu', univ_id: null });
  await send('subjects', 'Code,Name,Teacher,id\nAL1,"=Algebra, linear",dana@example.edu,class-1\n');
  await send(
    'enrolments',
    'Email,Subject,From,To,Section,id\nann@example.edu,AL1,,,A,e-1\nprince@example.edu,AL1,2026-09-10,2026-10-01,,\n',
  );
  // Each file has ids of its own; in the ZIP both are enrollments.
  await send(
    'helpers',
    'Teacher,Subject,Kind,May Mark,Section,From,id\neve@example.edu,AL1,assistant,yes,A,2026-09-10,e-1\n',
  );
});
afterAll(() => campus.close());

test('terms, subjects, people and enrolments are exported as a OneRoster ZIP in which every reference resolves', async () => {
  const { status, bytes, headers } = await office.get('/api/move-in/oneroster');
  expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
  const archive = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [
      name.replace('.csv', ''),
      cellsOfCsv(Buffer.from(content)),
    ]),
  );
  const text = (name: string) => Buffer.from(unzipSync(bytes)[`${name}.csv`] ?? []).toString();
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
    { sourcedId: 'class-1', title: '=Algebra, linear', classCode: 'AL1', classType: 'scheduled' },
  ]);
  // Programs read it, not spreadsheets: nothing is put in front of what looks like a formula.
  expect(text('users')).toContain(',+1 555 0100,');
  expect(
    rows('users').map(({ sourcedId, givenName, familyName, enabledUser }) => [
      sourcedId,
      givenName,
      familyName,
      enabledUser,
    ]),
  ).toEqual([
    ['T-1', 'Dana Marie', 'Scott', 'true'],
    ['T-2', 'Eve', 'Stone', 'true'],
    ['S-1', 'Ann', 'Lee', 'true'],
    [expect.stringMatching(/^campus-people-\d+$/), 'Prince', 'Prince', 'true'],
  ]);
  expect(
    rows('enrollments').map((row) => [
      row['role'],
      row['primary'],
      row['beginDate'],
      row['endDate'],
      row['metadata.section'],
      row['metadata.kind'],
    ]),
  ).toEqual([
    ['student', '', '2026-09-01', '', 'A', ''],
    ['student', '', '2026-09-10', '2026-10-01', '', ''],
    ['teacher', 'true', '', '', '', ''],
    ['teacher', 'false', '2026-09-10', '', 'A', 'assistant'],
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

  // The exported files can be imported again as they are.
  expect((await send('terms', text('academicSessions'))).body).toBe(0);
});

test('a subject of a past term may have a teacher who has left', async () => {
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

/** A OneRoster ZIP of these files, with a manifest that declares them as bulk. */
const rosterOf = (files: Readonly<Record<string, string>>, told: Record<string, string> = {}) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries({
          manifest: [
            'propertyName,value',
            'manifest.version,1.0',
            'oneroster.version,1.2',
            ...Object.keys(files).map((name) => `file.${name},${told[name] ?? 'bulk'}`),
          ].join('\n'),
          ...files,
        }).map(([name, content]) => [`${name}.csv`, strToU8(content)]),
      ),
    ),
  );
const sendZip = <T = any>(kind: string, content: Buffer, query = '', name = 'roster.zip') =>
  sendForm<T>(office, `/api/move-in/${kind}${query}`, [{ name, content }]);

describe('a ZIP of OneRoster', () => {
  const roster = {
    academicSessions: `sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear
y-1,,,Year 2025,schoolYear,2025-09-01,2026-06-30,,2026
t-1,,,Autumn 2025,term,2025-09-01,2026-01-31,y-1,2026
`,
    classes: `sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds
k-1,,,"Botany, field work",,c-1,BO1,scheduled,,o-1,"t-1,t-2"
k-2,,,Logic,,c-2,,scheduled,,o-1,t-1
`,
    users: `sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,identifier,email
u-t,,,true,dana@example.edu,,Dana,Scott,,T-1,
u-e,,,true,eve@example.edu,,Eve,Stone,,T-2,
u-a,,,true,ann,,Ann,Lee,,S-1,
u-p,,,true,prince,,Prince,Prince,,,prince@example.edu
`,
    enrollments: `sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate
e-1,,,k-1,o-1,u-t,teacher,true,,
e-2,,,k-1,o-1,u-a,student,,,
e-3,,,k-1,o-1,u-p,student,,2025-09-10,2025-10-01
e-4,,,k-2,o-1,u-t,teacher,,,
e-5,,,k-1,o-1,u-e,teacher,false,2025-09-10,
e-6,,,k-1,o-1,u-t,teacher,false,,
`,
  };
  const kinds = ['terms', 'subjects', 'enrolments', 'helpers'] as const;

  test('moves in terms, classes with their teachers, and enrolments; a second time it changes nothing', async () => {
    const zip = rosterOf(roster);
    for (const [kind, rows] of [
      ['terms', 1],
      ['subjects', 2],
      ['enrolments', 2],
      ['helpers', 1],
    ] as const) {
      const dry = await sendZip<MoveInReport>(kind, zip, '?dryRun=true');
      expect({ kind, body: dry.body }).toMatchObject({
        body: { rows, create: rows, problemRows: 0 },
      });
      expect((await sendZip(kind, zip)).body).toBe(rows);
    }
    for (const kind of kinds) expect((await sendZip(kind, zip)).body).toBe(0);
    const { body: terms } = await office.get('/api/terms');
    const autumn = terms.find(({ name }: { name: string }) => name === 'Autumn 2025');
    expect((await office.get(`/api/terms/${autumn.id}/subjects`)).body).toMatchObject([
      { subjectName: 'Botany, field work', subjectCode: 'BO1', emailId: 'dana@example.edu' },
      { subjectName: 'Logic', subjectCode: 'k-2' },
    ]);
    const { body: subjects } = await office.get(`/api/terms/${autumn.id}/subjects`);
    expect((await office.get(`/api/subjects/${subjects[0].id}`)).body.helpers).toMatchObject([
      { email: 'eve@example.edu', kind: 'co_teacher', mayGrade: true, fromOn: '2025-09-10' },
    ]);
    for (const { id } of (await batches()).slice(0, 4)) expect((await undo(id)).status).toBe(200);
  });

  test('exported from Campus can be moved in again and changes nothing', async () => {
    const { bytes } = await office.get('/api/move-in/oneroster');
    for (const kind of kinds) {
      const { body } = await sendZip<MoveInReport>(kind, bytes, '?dryRun=true');
      expect({ kind, body }).toMatchObject({
        body: { create: 0, update: 0, problemRows: 0 },
      });
      expect(body.unchanged).toBeGreaterThan(0);
      // From here on the ids of the ZIP are known.
      expect((await sendZip(kind, bytes)).body).toBe(0);
    }
  });

  test('says of a bad row where it is in its file', async () => {
    const enrollments = `${roster.enrollments}e-7,tobedeleted,,k-9,o-1,u-a,student,,,\n`;
    await sendZip('terms', rosterOf(roster));
    await sendZip('subjects', rosterOf(roster));
    const { status, body } = await sendZip('enrolments', rosterOf({ ...roster, enrollments }));
    expect(status).toBe(422);
    expect(body.details.map(({ row, column, value }: any) => [row, column, value])).toEqual([
      [8, 'Subject', 'k-9'],
      [8, 'Operation', 'tobedeleted'],
    ]);
  });

  test('takes nothing that it says is to be deleted: neither a term nor a teacher', async () => {
    const academicSessions = `${roster.academicSessions}t-2,tobedeleted,,Spring 2024,term,2024-02-01,2024-06-30,,2024\n`;
    const terms = await sendZip('terms', rosterOf({ ...roster, academicSessions }));
    expect(terms.body).toMatchObject({
      details: [{ row: 4, column: 'Operation', value: 'tobedeleted' }],
    });
    await sendZip('terms', rosterOf(roster));
    const enrollments = roster.enrollments
      .replace('e-1,,', 'e-1,tobedeleted,')
      .replace('e-5,,,k-1,o-1,u-e,teacher,false', 'e-5,active,,k-1,o-1,u-e,teacher,true');
    const left = rosterOf({ ...roster, enrollments });
    const { body } = await sendZip<MoveInReport>('subjects', left, '?dryRun=true');
    expect(body).toMatchObject({
      problemRows: 0,
      changes: [{ row: 2, field: 'emailId', to: 'eve@example.edu' }],
    });
    const { details } = (await sendZip('helpers', left)).body;
    expect(details).toContainEqual(
      expect.objectContaining({ row: 2, column: 'Operation', value: 'tobedeleted' }),
    );
  });

  test.each([
    ['no archive', Buffer.from('PK nothing'), 'This ZIP cannot be read'],
    [
      'of something else',
      Buffer.from(zipSync({ 'a.csv': strToU8('a') })),
      'it has no manifest.csv',
    ],
    [
      'of changes',
      rosterOf(roster, { classes: 'delta' }),
      'The classes.csv of this ZIP has changes only',
    ],
    [
      'without users',
      rosterOf({ ...roster, users: '' }, { users: 'absent' }),
      'This ZIP has no users.csv',
    ],
    [
      'with a quote that is never closed',
      rosterOf({ ...roster, users: 'sourcedId,email\n"u-a,\n' }),
      'users.csv cannot be read: A quote',
    ],
    [
      'that is too large',
      rosterOf({ ...roster, users: 'sourcedId,email\n'.padEnd(65 * 2 ** 20, ' ') }),
      'larger than 64 MB',
    ],
  ])('is refused in a sentence: %s', async (_what, zip, sentence) => {
    const { status, body } = await sendZip('subjects', zip);
    expect([413, 415]).toContain(status);
    expect(body.message).toContain(sentence);
  });

  test.each(['roster/', 'roster\\'])('may have its files in a folder: %s', async (folder) => {
    const files = Object.entries(unzipSync(rosterOf(roster)));
    const inside = zipSync(
      Object.fromEntries(files.map(([name, content]) => [folder + name, content])),
    );
    const { status } = await sendZip('terms', Buffer.from(inside), '?dryRun=true');
    expect(status).toBe(200);
  });

  test('is accepted for what it contains, and not for past marks', async () => {
    expect((await sendZip('past-marks', rosterOf(roster))).body.message).toContain(
      'Only .csv files',
    );
  });
});

test('people whose import was undone, and those who were erased, are not in the exported ZIP', async () => {
  const content = 'Name,Email,University ID\nMia Mistake,mia@example.edu,S-77\n';
  await sendForm(office, '/api/uploadStudentDetails?invite=later', [{ name: 'a.csv', content }]);
  const path = '/api/people/students/batches';
  const [batch] = (await office.get(path)).body;
  expect((await office.post(`${path}/${batch.id}/undo`)).status).toBe(200);
  const erased = await campus.make.student({ active: false });
  await campus.database.pool.query('select erase_person($1)', [erased.id]);
  const { rows } = await campus.database.pool.query(
    'select id from people where num_nonnulls(erased_at, removed_at) > 0',
  );
  expect(rows).toHaveLength(2);
  const files = unzipSync((await office.get('/api/move-in/oneroster')).bytes);
  for (const name of ['users', 'roles', 'enrollments']) {
    const text = Buffer.from(files[`${name}.csv`] ?? []).toString();
    for (const { id } of rows)
      expect([name, text.includes(`campus-people-${id}`)]).toEqual([name, false]);
    expect(text).not.toMatch(/Mistake|Erased/);
  }
});
