import type { IsoDate, MoveInKind } from '@campus/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askForAssignment, textFile } from '../../testing/assignments.ts';
import { inTurn } from '../../testing/locks.ts';
import type { Person } from '../../testing/make.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

let campus: TestCampus;
let office: Caller;
let dana: Person;
let eve: Person;
let algebra: string;

const { send, refused, stored, undo } = moveInFiles(() => office);

beforeEach(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  const { make } = campus;
  office = campus.as(await make.admin({ duty: 'registrar' }));
  dana = await make.teacher({ email: 'dana@example.edu' });
  eve = await make.teacher({ email: 'eve@example.edu' });
  await make.student({ email: 'ann@example.edu' });
  const term = await make.term({
    name: 'Autumn 2026',
    starts_on: '2026-09-01' as IsoDate,
    ends_on: '2027-01-31' as IsoDate,
  });
  ({ id: algebra } = await make.subject({
    term_id: term.id,
    teacher_id: dana.id,
    code: 'AL1',
    name: 'Algebra',
  }));
});
afterEach(() => campus.close());

const subjects = 'Code,Name,Teacher\nBO1,Botany,eve@example.edu\n';
const helpers = 'Teacher Email,Subject,Kind\neve@example.edu,AL1,co-teacher\n';

test.each<[MoveInKind, string]>([
  ['subjects', subjects],
  ['enrolments', 'Student Email,Subject\nann@example.edu,AL1\n'],
  ['helpers', helpers],
])(
  '%s: a file that arrives while the term is being closed waits, and is then refused',
  async (kind, content) => {
    const [answer] = await inTurn(
      campus.database,
      [
        'update terms set is_open = false, closed_at = now(), closed_by = $1 where is_open',
        [dana.id],
      ],
      [() => send(kind, content)],
      'commit',
    );
    expect(answer?.status).toBe(422);
  },
);

test.each<[MoveInKind, string]>([
  ['subjects', subjects],
  ['helpers', helpers],
])(
  '%s: a file that arrives while its teacher is being deactivated waits, and names the teacher',
  async (kind, content) => {
    const [problems] = await inTurn(
      campus.database,
      ['update people set active = false where id = $1', [eve.id]],
      [() => refused(kind, content)],
      'commit',
    );
    expect(problems).toEqual([
      [2, expect.any(String), eve.email, expect.stringContaining('is not an active teacher')],
    ]);
  },
);

/** Holds a record while somebody edits it and a file arrives, so that the edit is stored when the file has been read. */
const editBesideFile = (
  table: 'subjects' | 'enrolments',
  edit: () => Promise<{ status: number }>,
  kind: MoveInKind,
  file: string,
) =>
  inTurn<{ status: number }>(
    campus.database,
    [`select from ${table} for no key update`, []],
    [edit, () => send(kind, file, '?confirm=1')],
    'commit',
  );

test('a file of subjects keeps what somebody has just typed, so that undoing it brings that back', async () => {
  const path = `/api/subjects/${algebra}`;
  const read = async () => (await office.get<{ subjectName: string; emailId: string }>(path)).body;
  const answers = await editBesideFile(
    'subjects',
    () => office.patch(path, { subjectName: 'Algebra I' }),
    'subjects',
    'Code,Name,Teacher\nAL1,Algebra,eve@example.edu\n',
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await read()).toMatchObject({ subjectName: 'Algebra', emailId: eve.email });
  expect((await undo()).status).toBe(200);
  expect(await read()).toMatchObject({ subjectName: 'Algebra I', emailId: dana.email });
});

test('a file of enrolments knows that a student has just been dropped', async () => {
  const file = (to: string) =>
    `Student Email,Subject,From,To\nann@example.edu,AL1,2026-09-01,${to}\n`;
  await stored('enrolments', file(''));
  const path = `/api/subjects/${algebra}/enrolments`;
  const read = async () =>
    (await office.get<{ id: string; toOn: string | null }[]>(path)).body.map(({ toOn }) => toOn);
  const [enrolment] = (await office.get<{ id: string }[]>(path)).body;
  const answers = await editBesideFile(
    'enrolments',
    () => office.post(`/api/enrolments/${enrolment?.id}/drop`, { lastDay: '2026-11-10' }),
    'enrolments',
    file('2026-11-12'),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await read()).toEqual(['2026-11-12']);
  expect((await undo()).status).toBe(200);
  expect(await read()).toEqual(['2026-11-10']);
});

describe('a file of departments', () => {
  const file = 'Department\nLetters\n';
  const write = (name: string) =>
    office.patch(`/api/people/faculty/${dana.id}`, { department: name });

  test('that arrives while its teachers take a name by hand waits for them', async () => {
    await write('letters');
    const { departments } = (await office.get('/api/programmes')).body;
    const { id } = departments.find(({ name }: { name: string }) => name === 'letters');
    const confirm = () =>
      office.send({
        method: 'PUT',
        path: `/api/departments/${id}`,
        body: JSON.stringify({ name: 'LETTERS' }),
        headers: { 'content-type': 'application/json' },
      });
    const answers = await inTurn<{ status: number }>(
      campus.database,
      ['select from departments where id = $1 for update', [id]],
      [confirm, () => send('departments', file, '?confirm=1')],
      'rollback',
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('is not undone once a teacher who was being added has one of them', async () => {
    await stored('departments', file);
    const add = () =>
      sendForm(office, '/api/uploadFacultyDetails?invite=later', [
        {
          name: 'faculty.csv',
          content:
            'Name,Email,Department,Contact Number,Gender,DOB,Address\nFinn,finn@example.edu,Letters,9845022114,Male,1980-01-01,Quad 1\n',
        },
      ]);
    const [added, undone] = await inTurn<any>(
      campus.database,
      ['lock table student_batch_students in share mode', []],
      [add, undo],
      'commit',
    );
    expect(added.status).toBe(200);
    expect([undone.status, undone.body.details]).toEqual([
      409,
      [{ name: 'Letters', what: 'has teachers' }],
    ]);
  });
});

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);

describe('a class that is marked on a day of a balance', () => {
  const balance = (until: string) =>
    `Student Email,Subject,Classes,Present,Until,id\nann@example.edu,AL1,40,34,${until},b1\n`;
  const mark = () =>
    campus.as(dana).post('/api/attendance/bulk', {
      facultyEmail: dana.email,
      subjectId: algebra,
      date: '2026-11-10',
      studentAttendances: [{ studentEmail: 'ann@example.edu', present: true }],
    });

  beforeEach(() => stored('enrolments', 'Student Email,Subject\nann@example.edu,AL1\n'));

  test('waits for the balance that is being stored, and is refused', async () => {
    const answers = await inTurn<{ status: number }>(
      campus.database,
      ['lock table move_in_batches in share mode', []],
      [() => send('opening-balances', balance('2026-11-10')), mark],
      'commit',
    );
    expect(statuses(answers)).toEqual([200, 422]);
  });

  test('waits while an undo puts back the later day of a balance, and is refused', async () => {
    await stored('opening-balances', balance('2026-11-10'));
    await stored('opening-balances', balance('2026-11-05'), '?confirm=1');
    const answers = await inTurn<{ status: number }>(
      campus.database,
      ['lock table foreign_ids in share mode', []],
      [undo, mark],
      'commit',
    );
    expect(statuses(answers)).toEqual([200, 422]);
  });
});

describe('undoing a file of subjects', () => {
  const added = async (): Promise<string> => {
    await stored('subjects', 'Code,Name,Teacher,Everyone\nBO1,Botany,eve@example.edu,yes\n');
    const { body } = await office.get<{ id: string; subjectCode: string }[]>('/api/enrollments');
    return body.find(({ subjectCode }) => subjectCode === 'BO1')!.id;
  };
  const addStudents = () =>
    sendForm(office, '/api/uploadStudentDetails?invite=later', [
      { name: 'students.csv', content: 'Name,Email\nSam,sam@example.edu\n' },
    ]);
  const enrolledNowhere = async () => {
    const { rows } = await campus.database.pool.query(
      'select from enrolments join subjects on subjects.id = subject_id where term_id is null',
    );
    return rows.length;
  };

  test('waits for an assignment that is being added to one of them, and is refused', async () => {
    const botany = await added();
    const [assignment, undone] = await inTurn<{ status: number; body: any }>(
      campus.database,
      ['lock table assignment_files in share mode', []],
      [() => askForAssignment(campus, eve, botany, {}, [textFile('a.txt')]), undo],
      'commit',
    );
    expect(assignment?.status).toBe(201);
    expect([undone?.status, undone?.body.details]).toEqual([
      409,
      [{ name: 'Botany (BO1)', what: 'has assignments' }],
    ]);
  });

  test('waits for students who are being added and enrolled in one of them, and is refused', async () => {
    await added();
    const [students, undone] = await inTurn<{ status: number; body: any }>(
      campus.database,
      ['lock table student_batches in share mode', []],
      [addStudents, undo],
      'commit',
    );
    expect(students?.status).toBe(200);
    expect([undone?.status, undone?.body.details]).toEqual([
      409,
      [{ name: 'Botany (BO1)', what: 'has students' }],
    ]);
  });

  test('makes students who are being added wait, so that they are not enrolled in what is gone', async () => {
    await added();
    const answers = await inTurn<{ status: number }>(
      campus.database,
      ['lock table foreign_ids in share mode', []],
      [undo, addStudents],
      'commit',
    );
    expect(statuses(answers)).toEqual([200, 200]);
    expect(await enrolledNowhere()).toBe(0);
  });
});
