import { addDays, type IsoDate, percentagePresent } from '@campus/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AttendanceModel, type ModelSubject } from '../../testing/attendance-model.ts';
import type { Person } from '../../testing/make.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let asAdmin: Caller;
let asTeacher: Caller;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin({ name: 'Ruth' });
  teacher = await campus.make.teacher({ name: 'Meera' });
  asAdmin = campus.as(admin);
  asTeacher = campus.as(teacher);
});
afterAll(() => campus.close());

const students = 4;
const subjects = 3;
/** The days of a campus with two terms of twelve days, one after the other; the second is not over. */
const firstDay = -16;
const lastDay = 10;

const student = fc.integer({ min: 0, max: students - 1 });
const subject = fc.integer({ min: 0, max: subjects - 1 });
const dayNumber = fc.integer({ min: firstDay, max: lastDay });
/** Mostly the same few days, so that marks are changed and corrected too. */
const classDay = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(-12, -8, -3, 0) },
  { weight: 1, arbitrary: dayNumber },
);
const action = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('mark' as const),
      subject,
      day: classDay,
      byAdmin: fc.boolean(),
      marks: fc.uniqueArray(
        fc.record({
          student,
          present: fc.boolean(),
          remarks: fc.constantFrom(null, 'late', 'medical'),
        }),
        { minLength: 1, maxLength: students, selector: (mark) => mark.student },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('drop' as const), subject, student, day: dayNumber }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('enrol' as const), subject, student, day: dayNumber }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

let campuses = 0;

/** Creates two terms that nothing else uses; the days of each campus lie well before those of the one before. */
const makeCampus = async () => {
  const { make, today } = campus;
  campuses += 1;
  const now = campuses === 1 ? today : addDays(today, -60 * (campuses - 1));
  const at = (number: number): IsoDate => addDays(now, number);
  const terms = [];
  for (const [from, to] of [
    [-16, -5],
    [-4, 7],
  ] as const)
    terms.push({
      ...(await make.term({ starts_on: at(from), ends_on: at(to), is_open: false })),
      startsOn: at(from),
      endsOn: at(to),
    });
  const people = await Promise.all(Array.from({ length: students }, () => make.student()));
  const taught: (ModelSubject & { termId: string })[] = [];
  for (let index = 0; index < subjects; index += 1) {
    const term = terms[index % 2];
    if (!term) throw new Error('There are two terms.');
    const { id } = await make.subject({ term_id: term.id, teacher_id: teacher.id });
    taught.push({ id, termId: term.id, startsOn: term.startsOn, endsOn: term.endsOn });
  }
  return { at, terms, people, taught, model: new AttendanceModel(today) };
};
type MadeCampus = Awaited<ReturnType<typeof makeCampus>>;

const pick = <T>(list: readonly T[], index: number): T => {
  const item = list[index];
  if (item === undefined) throw new Error(`There is no number ${index}.`);
  return item;
};

/** Opens the term of a subject for the work, since only administrators mark in one that is not open. */
const inOpenTerm = async <T>(
  { termId }: { readonly termId: string },
  work: () => Promise<T>,
): Promise<T> => {
  const set = (is_open: boolean) =>
    campus.database.updateTable('terms').set({ is_open }).where('id', '=', termId).execute();
  await set(true);
  const result = await work();
  await set(false);
  return result;
};

/** Does one thing through the API, and in the model if the API accepted it. */
const act = async ({ at, people, taught, model }: MadeCampus, one: Action): Promise<void> => {
  const of = pick(taught, one.subject);
  const date = at(one.day);
  if (one.kind === 'mark') {
    const marks = new Map(
      one.marks.map(({ student: who, ...mark }) => [pick(people, who).email, mark]),
    );
    const { status } = await inOpenTerm(of, () =>
      (one.byAdmin ? asAdmin : asTeacher).post('/api/attendance/bulk', {
        facultyEmail: teacher.email,
        subjectId: of.id,
        date,
        studentAttendances: [...marks].map(([studentEmail, mark]) => ({ studentEmail, ...mark })),
      }),
    );
    const by = one.byAdmin ? admin.name : teacher.name;
    expect(status).toBe(model.submit(of, date, marks, by) ? 200 : 422);
    return;
  }
  const who = pick(people, one.student);
  if (one.kind === 'enrol') {
    const { status } = await asAdmin.post(`/api/subjects/${of.id}/enrolments`, {
      studentEmail: who.email,
      fromOn: date,
    });
    expect(status).toBeOneOf([201, 409, 422]);
    if (status === 201) model.enrol(of.id, who.email, date);
    return;
  }
  const enrolments = await asAdmin.get<{ id: string; studentEmail: string; fromOn: IsoDate }[]>(
    `/api/subjects/${of.id}/enrolments`,
  );
  const enrolment = enrolments.body.findLast(({ studentEmail }) => studentEmail === who.email);
  if (!enrolment) return;
  const { status } = await asAdmin.post(`/api/enrolments/${enrolment.id}/drop`, { lastDay: date });
  expect(status).toBeOneOf([200, 409, 422]);
  if (status === 200) model.drop(of.id, who.email, enrolment.fromOn, date);
};

const get = async <T = any>(path: string): Promise<T> => {
  const { status, body } = await asAdmin.get<T>(path);
  expect(status).toBe(200);
  return body;
};

/** What students read about themselves. */
const checkStudents = async ({ people, taught, model }: MadeCampus): Promise<void> => {
  for (const { email } of people) {
    const own = `/api/attendance/student/${email}`;
    const records = await get<{ date: string; present: boolean; remarks: string | null }[]>(own);
    const plain = (list: typeof records): string[] =>
      list.map(({ date, present, remarks }) => `${date} ${present} ${remarks}`).sort();
    const expected = (of: { subject?: string }): string[] =>
      model
        .marks({ ...of, student: email })
        .map(({ on, now }) => `${on} ${now.present} ${now.remarks}`)
        .sort();
    expect(plain(records)).toEqual(expected({}));
    expect(records.map(({ date }) => date)).toEqual(
      records
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    );
    const { percentage, startDate, endDate } = model.sums({ student: email });
    expect(await get(`/api/students/${email}/attendance-summary`)).toEqual({
      overallPercentage: percentage,
      startDate,
      endDate,
    });
    const percentages = await get<{ id: string }[]>(`${own}/percentages`);
    for (const { id } of taught) {
      expect(plain(await get(`${own}/subject/${id}`))).toEqual(expected({ subject: id }));
      const sums = model.sums({ student: email, subject: id });
      const row = percentages.find((one) => one.id === id);
      if (sums.classes > 0) expect(row).toMatchObject(sums);
      else expect(row).toBeUndefined();
    }
  }
};

/** What a teacher reads about a subject, and an administrator about its days. */
const checkSubjects = async (made: MadeCampus): Promise<void> => {
  const { at, people, taught, model } = made;
  for (const { id } of taught) {
    const days = [...new Set(model.marks({ subject: id }).map(({ on }) => on))].sort();
    expect(await get(`/api/attendance/stats/subject/${id}`)).toEqual({
      totalClasses: days.length,
      attendancePercentage: model.sums({ subject: id }).percentage,
    });
    const sheet = await get(`/api/attendance/subject/${id}/sheet`);
    expect(sheet.days).toEqual(days);
    for (const { id: studentId, email } of people) {
      const row = sheet.rows.find((one: { studentId: string }) => one.studentId === studentId);
      const letters = days.map((on) => {
        const [mark] = model.marks({ subject: id, on, student: email });
        if (mark) return mark.now.present ? 'P' : 'A';
        return model.isEnrolled(id, email, on) ? '.' : '-';
      });
      if (row) {
        const { classes, present, percentage } = model.sums({ subject: id, student: email });
        expect(row).toMatchObject({ marks: letters.join(''), classes, present, percentage });
      } else expect(model.marks({ subject: id, student: email })).toEqual([]);
    }
  }
  for (let number = firstDay; number <= 7; number += 1) await checkDay(made, at(number));
};

const checkDay = async ({ people, taught, model }: MadeCampus, on: IsoDate): Promise<void> => {
  const { classes } = await get(`/api/attendance/day/${on}`);
  for (const { id, startsOn, endsOn } of taught) {
    const line = classes.find((one: { id: string }) => one.id === id);
    expect(line !== undefined).toBe(startsOn <= on && on <= endsOn);
    if (!line) continue;
    const enrolled = people.filter(({ email }) => model.isEnrolled(id, email, on));
    const marked = model.marks({ subject: id, on });
    const { classes: all, present, percentage } = model.sums({ subject: id, on });
    expect(line).toMatchObject({
      students: enrolled.length,
      present,
      absent: all - present,
      unmarked: enrolled.filter(({ email }) => !marked.some(({ student: of }) => of === email))
        .length,
      percentage,
    });
    if (all === 0) continue;
    const path = `/api/attendance/subject/${id}/date/${on}`;
    const roster = await get<{ studentEmail: string }[]>(path);
    expect(roster.map(({ studentEmail }) => studentEmail).sort()).toEqual(
      enrolled.map(({ email }) => email).sort(),
    );
    for (const entry of roster) {
      const now = marked.find(({ student: of }) => of === entry.studentEmail)?.now;
      expect(entry).toMatchObject({
        present: now?.present ?? null,
        remarks: now?.remarks ?? null,
        correctedBy: now?.by === admin.name ? admin.name : null,
      });
    }
    const history = await get(`${path}/history`);
    for (const { student: of, changes } of marked)
      expect(
        history
          .filter((change: { studentEmail: string }) => change.studentEmail === of)
          .map(({ to, changedBy }: any) => ({ ...to, by: changedBy }))
          .toReversed(),
      ).toEqual(changes);
  }
};

/** Reads a list of low attendance; if `paged`, checks that its pages add up to the whole, in both orders. */
const readLow = async (path: string, paged: boolean): Promise<string[]> => {
  const keysOf = (rows: { studentEmail: string; subject: { id: string } | null }[]): string[] =>
    rows.map((row) => `${row.subject?.id ?? ''} ${row.studentEmail}`);
  const whole = await asAdmin.get<any[]>(path);
  expect(whole.status).toBe(200);
  const readPages = async (order: string): Promise<any[]> => {
    const rows: any[] = [];
    for (let page = 1; page <= whole.body.length / 3 + 1; page += 1)
      rows.push(...(await get<any[]>(`${path}&${order}&limit=3&page=${page}`)));
    expect(keysOf(rows).sort()).toEqual(keysOf(whole.body).sort());
    return rows;
  };
  if (paged)
    for (const [order, way] of [
      ['asc', 1],
      ['desc', -1],
    ] as const) {
      const percentages = (await readPages(`order=${order}`)).map(({ percentage }) => percentage);
      expect(percentages).toEqual(percentages.toSorted((one, other) => way * (one - other)));
      const names = (await readPages(`order=${order}&sort=name`)).map((row) => row.studentName);
      expect(names).toEqual(names.toSorted((one, other) => way * one.localeCompare(other)));
    }
  expect(Number(whole.headers['x-total-count'])).toBe(whole.body.length);
  return keysOf(whole.body).sort();
};

/** Compares who is below a percentage, overall and in each subject, term by term; only active students count. */
const checkLow = async (
  { terms, people, taught, model }: MadeCampus,
  below: number,
  { inactive, paged = false }: { inactive?: Person; paged?: boolean } = {},
): Promise<void> => {
  for (const { id: termId, endsOn } of terms) {
    const on = endsOn < campus.today ? endsOn : campus.today;
    const ofTerm = taught.filter((one) => one.termId === termId);
    const lowIn = (subjectIds: readonly string[]): string[] =>
      people
        .filter(({ email }) => {
          const marks = subjectIds.flatMap((id) => model.marks({ subject: id, student: email }));
          const present = marks.filter(({ now }) => now.present).length;
          return (
            email !== inactive?.email &&
            marks.length > 0 &&
            Math.floor((present / marks.length) * 1000 + 0.5) / 10 < below &&
            subjectIds.some((id) => model.isEnrolled(id, email, on))
          );
        })
        .map(({ email }) => email);
    const path = `/api/attendance/low?below=${below}&termId=${termId}`;
    expect(await readLow(path, paged)).toEqual(
      lowIn(ofTerm.map(({ id }) => id))
        .map((email) => ` ${email}`)
        .sort(),
    );
    expect(await readLow(`${path}&by=subject`, paged)).toEqual(
      ofTerm.flatMap(({ id }) => lowIn([id]).map((email) => `${id} ${email}`)).sort(),
    );
  }
};

/** Checks it again while a student is deactivated, and after they are reactivated. */
const checkLowWithout = async (made: MadeCampus, below: number): Promise<void> => {
  const who = pick(made.people, 0);
  for (const active of [false, true]) {
    await campus.database.updateTable('people').set({ active }).where('id', '=', who.id).execute();
    await checkLow(made, below, active ? { paged: true } : { inactive: who });
  }
};

test('every number on every screen agrees with the marks, whatever is marked, corrected, dropped or joined', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 30, maxLength: 60 }),
      fc.integer({ min: 1, max: 1000 }).map((number) => number / 10),
      async (actions, below) => {
        const made = await makeCampus();
        // Most students are enrolled from the start; the others join when an action says so.
        for (const [index, { id, startsOn }] of made.taught.entries())
          for (const who of made.people.slice(index === 2 ? 1 : 0)) {
            const { status } = await asAdmin.post(`/api/subjects/${id}/enrolments`, {
              studentEmail: who.email,
              fromOn: startsOn,
            });
            expect(status).toBe(201);
            made.model.enrol(id, who.email, startsOn);
          }
        for (const [index, one] of actions.entries()) {
          await act(made, one);
          if (index === 20) await checkLow(made, below);
        }
        await checkStudents(made);
        await checkSubjects(made);
        await checkLowWithout(made, below);
      },
    ),
    { numRuns: 12 },
  );
});

test('classes of one subject on many days, submitted at the same moment, are all counted', async () => {
  const { model, taught, people, at } = await makeCampus();
  const of = pick(taught, 0);
  for (const { email } of people) {
    const enrolment = { studentEmail: email, fromOn: of.startsOn };
    await asAdmin.post(`/api/subjects/${of.id}/enrolments`, enrolment);
    model.enrol(of.id, email, of.startsOn);
  }
  for (const present of [true, false]) {
    const answers = await inOpenTerm(of, () =>
      Promise.all(
        Array.from({ length: 10 }, (_, day) => {
          const marks = people.map(({ email }, index) => ({
            studentEmail: email,
            present: (index + day) % 3 === 0 ? !present : present,
          }));
          // Each in a different order, to provoke deadlocks.
          return asTeacher.post('/api/attendance/bulk', {
            facultyEmail: teacher.email,
            subjectId: of.id,
            date: at(firstDay + day),
            studentAttendances: day % 2 === 0 ? marks : marks.toReversed(),
          });
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const { body } = await asAdmin.get(`/api/attendance/subject/${of.id}/sheet`);
    for (const row of body.rows)
      expect({ classes: row.classes, present: row.present }).toEqual({
        classes: 10,
        present: [...row.marks].filter((mark) => mark === 'P').length,
      });
    const marks = body.rows.map((row: { marks: string }) => row.marks).join('');
    expect((await asAdmin.get(`/api/attendance/stats/subject/${of.id}`)).body).toEqual({
      totalClasses: 10,
      attendancePercentage: percentagePresent(
        marks.replace(/[^P]/g, '').length,
        10 * people.length,
      ),
    });
  }
});
