import { addDays, type ImportReport, type programmes, type ReplyOf } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

type Listed = ReplyOf<typeof programmes.listProgrammes>;

let t: TestCampus;
let admin: Person;

beforeAll(async () => {
  t = await testCampus();
  admin = await t.make.admin();
});
afterAll(() => t.close());

const upload = (email: string, more: object) =>
  t.as(admin).post('/api/uploadStudent', { name: 'Asha Rao', email, ...more });

const stored = async (emails: readonly string[]) => {
  const { rows } = await t.database.pool.query<Record<string, unknown>>(
    `select students.course, students.branch, programmes.name as programme, programmes.confirmed,
       programme_branches.name as "knownBranch"
     from people join students on person_id = people.id
     left join programmes on programmes.id = students.programme_id
     left join programme_branches on programme_branches.id = branch_id
     where email = any($1) order by email`,
    [emails],
  );
  return rows;
};

test('an unknown course becomes an unconfirmed programme, and records keep their spelling', async () => {
  const emails = ['a1@example.edu', 'a2@example.edu', 'a3@example.edu'];
  const [first = '', second = '', third = ''] = emails;
  const given = [
    await upload(first, { course: 'Marine Law', branch: 'Ports' }),
    await upload(second, { course: 'marine law', branch: 'PORTS' }),
    await upload(third, { branch: 'Ports' }),
  ];
  expect(given.map(({ status }) => status)).toEqual([201, 201, 201]);
  const known = { programme: 'Marine Law', confirmed: false, knownBranch: 'Ports' };
  expect(await stored(emails)).toEqual([
    { course: 'Marine Law', branch: 'Ports', ...known },
    { course: 'marine law', branch: 'PORTS', ...known },
    { course: null, branch: 'Ports', programme: null, confirmed: null, knownBranch: null },
  ]);
});

const office = () => t.as(admin);
const remove = (path: string) => office().send({ method: 'DELETE', path });
const put = (path: string, body: object, more: Record<string, string> = {}) =>
  office().send({
    method: 'PUT',
    path,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...more },
  });
const list = async () => (await office().get<Listed>('/api/programmes')).body;
const created = async (path: string, body: object) =>
  (await office().post<{ id: string }>(`/api/${path}`, body)).body;
const programmeNamed = async (name: string) => {
  const { programmes: all } = await list();
  const one = all.find((known) => known.name === name);
  if (!one) throw new Error(`There is no programme ${name}`);
  return one;
};
const audienceOf = (id: string) =>
  t.database
    .selectFrom('subjects')
    .where('id', '=', id)
    .select('audience_course')
    .executeTakeFirst();
const enrolledIn = (id: string) =>
  t.database.selectFrom('enrolments').where('subject_id', '=', id).select('student_id').execute();

describe('a merge', () => {
  test('moves students, audiences and branches, and does not enrol anyone', async () => {
    const teacher = await t.make.teacher();
    const term = await t.make.term();
    const spelled = [
      ['m1@example.edu', 'B.Tech', 'CSE'],
      ['m2@example.edu', 'BTech', 'cse'],
      ['m3@example.edu', 'B. Tech', 'Civil'],
    ] as const;
    const subject = { term_id: term.id, teacher_id: teacher.id };
    const missed = await t.make.subject({ ...subject, audience_course: 'btech' });
    const right = await t.make.subject({ ...subject, audience_course: 'B.Tech' });
    for (const [email, course, branch] of spelled) await upload(email, { course, branch });
    const before = [await enrolledIn(missed.id), await enrolledIn(right.id)];
    expect(before.map(({ length }) => length)).toEqual([1, 1]);

    const [into, ...others] = [
      await programmeNamed('B.Tech'),
      await programmeNamed('BTech'),
      await programmeNamed('B. Tech'),
    ].map(({ id }) => id);
    const body = { kind: 'programme', into, others };
    const said = {
      name: 'B.Tech',
      others: ['B. Tech', 'BTech'],
      people: 2,
      subjectAudiences: 1,
      eventAudiences: 0,
    };
    expect(await office().post('/api/programmes/merge/preview', body)).toMatchObject({
      body: said,
    });
    expect(await audienceOf(missed.id)).toEqual({ audience_course: 'btech' });
    expect(await office().post('/api/programmes/merge', body)).toMatchObject({ body: said });

    expect(await stored(spelled.map(([email]) => email))).toMatchObject([
      { course: 'B.Tech', branch: 'CSE', programme: 'B.Tech', confirmed: true },
      { course: 'B.Tech', branch: 'cse', programme: 'B.Tech', knownBranch: 'CSE' },
      { course: 'B.Tech', branch: 'Civil', programme: 'B.Tech', knownBranch: 'Civil' },
    ]);
    expect(await audienceOf(missed.id)).toEqual({ audience_course: 'B.Tech' });
    expect([await enrolledIn(missed.id), await enrolledIn(right.id)]).toEqual(before);
    const merged = await programmeNamed('B.Tech');
    expect(merged).toMatchObject({ confirmed: true, people: 3, formerly: ['B. Tech', 'BTech'] });
    expect(merged.branches.map(({ name, people }) => [name, people])).toEqual([
      ['Civil', 1],
      ['CSE', 2],
    ]);
    const { rows } = await t.database.pool.query(
      `select field, before, after from person_changes where changed_by = $1 and after = 'B.Tech'
       order by before`,
      [admin.id],
    );
    expect(rows).toEqual([
      { field: 'course', before: 'B. Tech', after: 'B.Tech' },
      { field: 'course', before: 'BTech', after: 'B.Tech' },
    ]);

    // From then on the former spelling stands for the name, in people, audiences and bulk changes.
    await upload('m4@example.edu', { course: 'btech', branch: 'CSE' });
    expect(await stored(['m4@example.edu'])).toMatchObject([{ course: 'B.Tech' }]);
    const counted = await office().get('/api/enrollments/audience?course=BTech');
    expect(counted.body).toEqual({ students: 4 });
    expect(await enrolledIn(missed.id)).toHaveLength(2);
    expect(await remove(`/api/programmes/${merged.id}`)).toMatchObject({
      status: 409,
      body: { message: 'B.Tech has 4 students: it cannot be deleted.' },
    });
  });

  test('of branches changes audiences of its programme, and those that can mean no other', async () => {
    for (const [email, course, branch] of [
      ['w1@example.edu', 'Woodwork', 'Joinery'],
      ['w2@example.edu', 'Woodwork', 'Joining'],
      ['w3@example.edu', 'Woodwork', 'Carving'],
      ['w4@example.edu', 'Stonework', 'Carving'],
    ] as const)
      await upload(email, { course, branch });
    const teacher = await t.make.teacher();
    const planned = { starts_on: addDays(t.today, 200), ends_on: addDays(t.today, 300) };
    const term = await t.make.term({ is_open: false, ...planned });
    const past = { starts_on: addDays(t.today, -800), ends_on: addDays(t.today, -700) };
    const closed = { is_open: false, closed_at: new Date(), closed_by: admin.id, ...past };
    const closedTerm = await t.make.term(closed);
    const subjects: { id: string }[] = [];
    for (const [course, branch, termId] of [
      ['Woodwork', 'Joining', term.id],
      ['Woodwork', 'Carving', term.id],
      [null, 'Joining', term.id],
      [null, 'Carving', term.id],
      ['Stonework', 'Carving', term.id],
      ['Woodwork', 'Joining', closedTerm.id],
    ] as const)
      subjects.push(
        await t.make.subject({
          term_id: termId,
          teacher_id: teacher.id,
          audience_course: course,
          audience_branch: branch,
        }),
      );
    const { branches } = await programmeNamed('Woodwork');
    const idOf = (name: string) => branches.find((branch) => branch.name === name)?.id;
    const merge = {
      kind: 'branch',
      into: idOf('Joinery'),
      others: [idOf('Joining'), idOf('Carving')],
    };
    const said = { people: 2, subjectAudiences: 3, eventAudiences: 0 };
    expect((await office().post('/api/programmes/merge/preview', merge)).body).toMatchObject(said);
    expect((await office().post('/api/programmes/merge', merge)).body).toMatchObject(said);
    const { rows } = await t.database.pool.query(
      'select audience_branch as branch from subjects where id = any($1) order by id',
      [subjects.map(({ id }) => id)],
    );
    expect(rows.map(({ branch }) => branch)).toEqual([
      'Joinery',
      'Joinery',
      'Joinery',
      'Carving',
      'Carving',
      'Joining',
    ]);
  });

  test('takes along what was merged before', async () => {
    for (const [email, course] of [
      ['g1@example.edu', 'Geo'],
      ['g2@example.edu', 'Geogr'],
      ['g3@example.edu', 'Geography'],
    ] as const)
      await upload(email, { course });
    for (const [into, other] of [
      ['Geogr', 'Geo'],
      ['Geography', 'Geogr'],
    ] as const) {
      const others = [(await programmeNamed(other)).id];
      const body = { kind: 'programme', into: (await programmeNamed(into)).id, others };
      expect((await office().post('/api/programmes/merge', body)).status).toBe(200);
    }
    expect(await programmeNamed('Geography')).toMatchObject({ formerly: ['Geo', 'Geogr'] });
    await upload('g4@example.edu', { course: 'geo' });
    expect(await stored(['g1@example.edu', 'g4@example.edu'])).toMatchObject([
      { course: 'Geography' },
      { course: 'Geography' },
    ]);
  });

  test('gives a changed event the present name, in the reply and in its history', async () => {
    await upload('e1@example.edu', { course: 'B.Des' });
    await upload('e2@example.edu', { course: 'BDes' });
    const [into, other] = [await programmeNamed('B.Des'), await programmeNamed('BDes')];
    const merge = { kind: 'programme', into: into.id, others: [other.id] };
    expect((await office().post('/api/programmes/merge', merge)).status).toBe(200);
    const audience = { group: 'students', course: null, branch: null, semester: null, year: null };
    const fair = { title: 'Fair', kind: 'event', startsOn: t.today, audience };
    const { id } = (await office().post('/api/events', fair)).body;
    const change = () =>
      office().patch(`/api/events/${id}`, { audience: { ...audience, course: 'BDes' } });
    expect((await change()).body).toMatchObject({ audience: { course: 'B.Des' }, version: 2 });
    expect((await change()).body).toMatchObject({ audience: { course: 'B.Des' }, version: 2 });
    const { body: history } = await office().get(`/api/events/${id}/history`);
    expect(history).toMatchObject([{ field: 'audience', from: 'Students', to: 'Students: B.Des' }]);
  });

  test('of branches stays within the programme, and of departments moves teachers and programmes', async () => {
    const one = await upload('b1@example.edu', { course: 'B.Arch', branch: 'Interior' });
    const other = await upload('b2@example.edu', { course: 'B.Arch', branch: 'Interiors' });
    await upload('b3@example.edu', { course: 'Design', branch: 'Interiors' });
    expect([one.status, other.status]).toEqual([201, 201]);
    const { branches } = await programmeNamed('B.Arch');
    const [into = '', from = ''] = branches.map(({ id }) => id);
    const design = await programmeNamed('Design');
    const foreign = { kind: 'branch', into, others: [design.branches[0]?.id] };
    expect(await office().post('/api/programmes/merge', foreign)).toMatchObject({ status: 422 });
    const merged = await office().post('/api/programmes/merge', {
      kind: 'branch',
      into,
      others: [from],
    });
    expect(merged.body).toMatchObject({ name: 'Interior', people: 1 });
    expect(await stored(['b1@example.edu', 'b2@example.edu', 'b3@example.edu'])).toMatchObject([
      { branch: 'Interior' },
      { branch: 'Interior' },
      { branch: 'Interiors' },
    ]);

    const named = async (name: string) =>
      (await office().post<{ id: string }>('/api/departments', { name })).body.id;
    const [maths, mathematics] = [await named('Maths'), await named('Mathematics')];
    const { id: programmeId } = await programmeNamed('Design');
    await put(`/api/programmes/${programmeId}`, {
      name: 'Design',
      code: 'DES',
      departmentId: maths,
      semesters: 6,
      branches: ['Interiors', 'Graphics'],
    });
    const teacher = await t.make.teacher();
    await t.database.pool.query('update faculty set department = $2 where person_id = $1', [
      teacher.id,
      'maths',
    ]);
    const departments = { kind: 'department', into: mathematics, others: [maths] };
    expect(await office().post('/api/programmes/merge', departments)).toMatchObject({
      body: { people: 1, subjectAudiences: 0, eventAudiences: 0 },
    });
    const { body: moved } = await office().get(`/api/faculty/by-email/${teacher.email}`);
    expect(moved).toMatchObject({ department: 'Mathematics' });
    expect(await programmeNamed('Design')).toMatchObject({
      code: 'DES',
      departmentId: mathematics,
      semesters: 6,
      confirmed: true,
    });
    expect(await remove(`/api/departments/${mathematics}`)).toMatchObject({
      status: 409,
      body: { message: 'Mathematics has 1 teacher and 1 programme: it cannot be deleted.' },
    });
  });
});

test('a merge passes on code, department and semesters, which are free afterwards, and former spellings of branches', async () => {
  const merge = (body: object) => office().post('/api/programmes/merge', body);
  const departmentId = (await office().post('/api/departments', { name: 'Old Music' })).body.id;
  for (const [email, branch] of [
    ['mus1@example.edu', 'Piano'],
    ['mus2@example.edu', 'Pianoforte'],
  ] as const)
    expect((await upload(email, { course: 'BMus', branch })).status).toBe(201);
  await upload('mus3@example.edu', { course: 'B.Mus', branch: 'Voice' });
  const [one, into] = [await programmeNamed('BMus'), await programmeNamed('B.Mus')];
  const settings = { name: 'BMus', code: 'MUS', departmentId, semesters: 6 };
  await put(`/api/programmes/${one.id}`, { ...settings, branches: ['Piano', 'Pianoforte'] });
  const [piano, pianoforte] = (await programmeNamed('BMus')).branches;
  await merge({ kind: 'branch', into: piano?.id, others: [pianoforte?.id] });
  expect(await merge({ kind: 'programme', into: into.id, others: [one.id] })).toMatchObject({
    status: 200,
  });

  expect(await programmeNamed('B.Mus')).toMatchObject({ code: 'MUS', departmentId, semesters: 6 });
  const changed = { name: 'B.Mus', branches: ['Piano', 'Voice'] };
  expect(await put(`/api/programmes/${into.id}`, changed)).toMatchObject({ status: 200 });
  const other = { name: 'Musicology', code: 'MUS' };
  expect(await office().post('/api/programmes', other)).toMatchObject({ status: 201 });
  expect(await remove(`/api/departments/${departmentId}`)).toMatchObject({ status: 204 });
  await upload('mus4@example.edu', { course: 'BMus', branch: 'pianoforte' });
  expect(await stored(['mus4@example.edu'])).toMatchObject([{ course: 'B.Mus', branch: 'Piano' }]);
});

test('a programme is in no department that is unknown or merged, and nothing is merged with what is gone', async () => {
  const merge = (kind: string, into: string, others: string[]) =>
    office().post('/api/programmes/merge', { kind, into, others });
  const { id: law } = await created('departments', { name: 'Law' });
  const { id: laws } = await created('departments', { name: 'Laws' });
  const { id: lawless } = await created('departments', { name: 'Lawless' });
  expect(await remove(`/api/departments/${lawless}`)).toMatchObject({ status: 204 });
  expect(await merge('department', law, [laws])).toMatchObject({ status: 200 });
  for (const departmentId of [laws, lawless])
    expect(await office().post('/api/programmes', { name: 'Ll.B.', departmentId })).toMatchObject({
      status: 422,
      body: { details: [{ field: 'departmentId', message: 'There is no such department.' }] },
    });
  const { id: legal } = await created('departments', { name: 'Legal Studies' });
  expect(await merge('department', law, [legal, lawless])).toMatchObject({
    status: 409,
    body: { message: 'One of these spellings is gone meanwhile. Look at the list again.' },
  });
  expect((await list()).departments.map(({ name }) => name)).toContain('Legal Studies');
});

test.each(['programme', 'department'])('a code is that of one %s', async (kind) => {
  const path = `${kind}s`;
  const taken = {
    status: 409,
    body: { details: [{ field: 'code', message: `Another ${kind} has this code already.` }] },
  };
  const { id } = await created(path, { name: `First ${kind}`, code: 'One' });
  const { id: second } = await created(path, { name: `Second ${kind}`, code: 'Two' });
  expect(await office().post(`/api/${path}`, { name: 'Third', code: 'ONE' })).toMatchObject(taken);
  expect(await put(`/api/${path}/${second}`, { name: 'Second', code: 'one' })).toMatchObject(taken);
  expect(await remove(`/api/${path}/${id}`)).toMatchObject({ status: 204 });
  expect(await office().post(`/api/${path}`, { name: 'Third', code: 'ONE' })).toMatchObject({
    status: 201,
  });
});

test('a programme is renamed with its students, and its former name may become a programme again', async () => {
  await upload('r1@example.edu', { course: 'Nursing' });
  const { id } = await programmeNamed('Nursing');
  await put(`/api/programmes/${id}`, { name: 'B.Sc. Nursing' });
  await upload('r2@example.edu', { course: 'NURSING' });
  expect(await stored(['r1@example.edu', 'r2@example.edu'])).toMatchObject([
    { course: 'B.Sc. Nursing' },
    { course: 'B.Sc. Nursing' },
  ]);
  expect(await office().post('/api/programmes', { name: 'b.sc. nursing' })).toMatchObject({
    status: 409,
    body: { details: [{ field: 'name' }] },
  });
  expect(await office().post('/api/programmes', { name: 'Nursing' })).toMatchObject({
    status: 201,
  });
  await upload('r3@example.edu', { course: 'nursing' });
  expect(await stored(['r3@example.edu'])).toMatchObject([{ course: 'Nursing' }]);
  const { id: unused } = await programmeNamed('Nursing');
  expect(await remove(`/api/programmes/${unused}`)).toMatchObject({ status: 409 });
});

test('a programme gets its former name back, and the other one becomes a former spelling', async () => {
  const { id } = await created('programmes', { name: 'Forestry' });
  for (const name of ['Woods', 'Forestry'])
    expect(await put(`/api/programmes/${id}`, { name })).toMatchObject({ status: 200 });
  expect(await programmeNamed('Forestry')).toMatchObject({ id, formerly: ['Woods'] });
});

test('a branch that students are in is spelled as its programme says, and stays without it', async () => {
  await upload('t1@example.edu', { course: 'Fashion', branch: 'textiles' });
  const { id } = await programmeNamed('Fashion');
  const name = 'Fashion';
  const save = (branches: string[]) => put(`/api/programmes/${id}`, { name, branches });
  expect(await save(['Textiles', 'Leather'])).toMatchObject({ status: 200 });
  expect(await stored(['t1@example.edu'])).toMatchObject([{ branch: 'Textiles' }]);
  expect(await save([])).toMatchObject({ status: 200 });
  expect((await programmeNamed(name)).branches).toMatchObject([
    { name: 'Textiles', people: 1, confirmed: false },
  ]);
  expect(await stored(['t1@example.edu'])).toMatchObject([{ branch: 'Textiles' }]);
});

test('for unknown names in a file the nearest ones are suggested, accepted ones are used, and nothing is refused', async () => {
  await office().post('/api/programmes', { name: 'Philosophy', branches: ['Ethics'] });
  const content =
    'Name,Email,Course,Branch\n' +
    'A,f1@example.edu,Philosphy,Ethcis\nB,f2@example.edu,philosophy,ethics\nC,f3@example.edu,Alchemy,\n';
  const send = (query: string) =>
    sendForm<ImportReport>(office(), `/api/uploadStudentDetails?${query}`, [
      { name: 'students.csv', content },
    ]);
  const hint = { field: 'course', value: 'Philosphy', meant: 'Philosophy', rows: 1, taken: false };
  const asked = await send('dryRun=true');
  expect(asked.body).toMatchObject({
    ready: 3,
    problemRows: 0,
    hints: [hint, { field: 'branch' }],
  });
  const spellings = 'spellings=course.Philosphy,branch.Ethcis';
  const taken = await send(`dryRun=true&${spellings}`);
  expect(taken.body.hints.map((one) => one.taken)).toEqual([true, true]);
  expect(await send(spellings)).toMatchObject({ status: 200, body: 3 });
  expect(await stored(['f1@example.edu', 'f2@example.edu', 'f3@example.edu'])).toMatchObject([
    { course: 'Philosophy', branch: 'Ethics', confirmed: true },
    { course: 'Philosophy', branch: 'Ethics', confirmed: true },
    { course: 'Alchemy', confirmed: false },
  ]);
  const again = await send(`dryRun=true&existing=update&${spellings}`);
  expect(again.body).toMatchObject({ update: 0, unchanged: 3 });
  // Without a course, a branch is one of the course that the student has.
  const branches = 'Email,University ID,Branch\nf1@example.edu,,ETHICS\n';
  const alone = await sendForm<ImportReport>(
    office(),
    '/api/uploadStudentDetails?dryRun=true&existing=update',
    [{ name: 'students.csv', content: branches }],
  );
  expect(alone.body).toMatchObject({ update: 0, unchanged: 1, hints: [] });
});

describe('a programme or department that somebody else has changed since', () => {
  const seen = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` });
  const refused = (name: string) => ({
    status: 409,
    body: {
      message: `Someone else has changed ${name} in the meantime. Nothing was overwritten.`,
    },
  });

  test('is not overwritten', async () => {
    const path = `/api/programmes/${(await created('programmes', { name: 'Old Arts' })).id}`;
    const opened = await programmeNamed('Old Arts');
    expect(await put(path, { name: 'Old Arts', code: 'OA' }, seen(opened))).toMatchObject({
      status: 200,
    });
    expect(await put(path, { name: 'Old Arts', semesters: 4 }, seen(opened))).toMatchObject(
      refused('Old Arts'),
    );
    const now = await programmeNamed('Old Arts');
    expect(now).toMatchObject({ code: 'OA', semesters: null });
    expect(await put(path, { name: 'Old Arts', code: 'AO' }, seen(now))).toMatchObject({
      status: 200,
    });
  });

  test('a department neither', async () => {
    const { id } = await created('departments', { name: 'Old Letters' });
    const opened = (await list()).departments.find(({ name }) => name === 'Old Letters');
    const body = { name: 'Old Letters', code: 'OL' };
    const save = () => put(`/api/departments/${id}`, body, seen(opened ?? { version: 0 }));
    expect(await save()).toMatchObject({ status: 200 });
    expect(await save()).toMatchObject(refused('Old Letters'));
  });

  test('branches that were merged stay merged', async () => {
    const branches = ['Painting', 'Paintings'];
    const { id } = await created('programmes', { name: 'Old Masters', branches });
    const opened = await programmeNamed('Old Masters');
    const [into, other] = opened.branches.map((branch) => branch.id);
    expect(
      await office().post('/api/programmes/merge', { kind: 'branch', into, others: [other] }),
    ).toMatchObject({ status: 200 });
    expect(
      await put(`/api/programmes/${id}`, { name: 'Old Masters', branches }, seen(opened)),
    ).toMatchObject(refused('Old Masters'));
  });
});
