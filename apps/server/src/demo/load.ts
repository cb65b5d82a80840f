import { type Account, hashPassword, type Identity } from '@campus/identity';
import {
  type CellsOf,
  facultyFields,
  fieldNames,
  type Fields,
  type IsoDate,
  studentFields,
} from '@campus/contract';
import type { Campus } from '../campus.ts';
import type { Transaction } from '../db/db.ts';
import { locks } from '../db/locks.ts';
import { inLongTransaction } from '../db/transaction.ts';
import { insertPerson } from '../features/people/index.ts';
import { enrolAudience, insertSubject, insertTerm, markOpen } from '../features/subjects/index.ts';
import type { IdentityClient } from '../identity-client.ts';
import { insertAssignments } from './assignments.ts';
import { insertDocuments } from './documents.ts';
import { insertAnnouncements, insertEvents } from './events.ts';
import { insertExams } from './exams.ts';
import { demoAccounts, demoPassword, type DemoCampus, generateDemo } from './generate.ts';
import { insertLibrary } from './library.ts';

/** A demo campus being loaded into the database, after its people. */
export interface Loading {
  readonly tx: Transaction;
  readonly campus: Campus;
  readonly demo: DemoCampus;
  readonly idOf: (email: string) => string;
}

/**
 * Fills an empty database with the demo campus; does nothing if it has people. All in one transaction,
 * so that the next start repeats one that was cut off. Nobody gets a mail.
 */
export const loadDemo = async (
  campus: Campus,
  identity: Identity | IdentityClient,
  students?: number,
) => {
  await inLongTransaction(campus.db, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [locks.demo]);
    if ((await tx.query('select from people limit 1')) > 0) return;
    const demo = generateDemo(campus.today(), students);
    const accounts = await ('createAccounts' in identity
      ? createAccounts(identity, demo)
      : createKnownAccounts(identity));
    await insertPeople(tx, demo, campus.today());
    await bindPeople(tx, identity.issuer, accounts);
    const people = await tx.selectFrom('people').select(['email', 'id']).execute();
    const ids = new Map(people.map(({ email, id }) => [email, id]));
    const idOf = (email: string): string => ids.get(email) ?? '';
    const loading = { tx, campus, demo, idOf };
    await insertSubjects(loading);
    for (const subject of demo.subjects) await insertSessions(tx, demo, subject.code);
    await insertAnnouncements(loading);
    await insertDocuments(loading);
    await tx.query('update campus_settings set institution_name = $1, address = $2', [
      'Northfield University',
      '12 College Road\nNorthfield 560001',
    ]);
    await insertExams(loading);
    await insertEvents(loading);
    await insertAssignments(loading);
    await insertLibrary(loading);
  });
  await campus.db.query('analyze');
};

/** Everybody can sign in, with the same password. */
const createAccounts = async (identity: Identity, demo: DemoCampus): Promise<Account[]> => {
  const passwordHash = await hashPassword(demoPassword);
  return identity.createAccounts(
    [demo.admin, ...demo.teachers, ...demo.students].map(({ email, name }) => ({
      email,
      name,
      emailVerified: true,
      passwordHash,
    })),
  );
};

/** At an external service, which creates accounts one by one: only those on the sign-in page. */
const createKnownAccounts = (identity: IdentityClient): Promise<Account[]> =>
  Promise.all(
    Object.values(demoAccounts).map(async (email) => {
      const account = { email, name: email, emailVerified: true };
      const { subject } = await identity.createAccount(account);
      await identity.setPassword(subject, demoPassword);
      return { email, subject };
    }),
  );

/** Connects people with their accounts, as the account worker does for invited people. */
const bindPeople = (tx: Transaction, issuer: string, accounts: readonly Account[]) =>
  tx.query(
    `update people set identity_issuer = $1, identity_subject = subject, came_in_at = now()
     from unnest($2::text[], $3::text[]) as account (email, subject)
     where people.email = account.email`,
    [issuer, accounts.map(({ email }) => email), accounts.map(({ subject }) => subject)],
  );

/** The fields that the demo's people do not have. */
const blank = <T extends Fields>(fields: T) =>
  Object.fromEntries(fieldNames(fields).map((name) => [name, null])) as CellsOf<T>;

const insertPeople = async (tx: Transaction, demo: DemoCampus, today: IsoDate): Promise<void> => {
  await tx
    .insertInto('people')
    .values({ role: 'admin', ...demo.admin })
    .execute();
  for (const teacher of demo.teachers)
    await insertPerson(tx, 'faculty', { ...blank(facultyFields), ...teacher }, today);
  for (const student of demo.students)
    await insertPerson(tx, 'students', { ...blank(studentFields), ...student }, today);
};

const insertSubjects = async ({ tx, demo, idOf }: Loading): Promise<void> => {
  const termId = await insertTerm(tx, demo.term);
  await markOpen(tx, termId);
  for (const { name, code, credits, course, semester, teacherEmail } of demo.subjects) {
    const subject = { subjectName: name, subjectCode: code, credits, emailId: teacherEmail };
    const whole = { ...subject, audience: { course, branch: null, semester, year: null } };
    await enrolAudience(tx, await insertSubject(tx, whole, termId, idOf(teacherEmail)));
  }
  const [, colleague, another] = demo.teachers;
  await tx.query(
    `insert into subject_teachers
       (subject_id, person_id, kind, may_mark, may_grade, from_on, added_by)
     select subjects.id, helper.person_id, helper.kind, helper.kind = 'co_teacher', true, $3, $4
     from (select id from subjects order by id limit 1) as subjects
     cross join (values ($1::bigint, 'co_teacher'), ($2::bigint, 'assistant')) as helper (person_id, kind)`,
    [
      idOf(colleague?.email ?? ''),
      idOf(another?.email ?? ''),
      demo.term.startsOn,
      idOf(demo.admin.email),
    ],
  );
};

/** Stores the classes of one subject with their marks, submitted by the teacher at 17:00 on the day. */
const insertSessions = async (tx: Transaction, demo: DemoCampus, subjectCode: string) => {
  const sessions = demo.sessions.filter((session) => session.subjectCode === subjectCode);
  const emails = [
    ...new Set(sessions.flatMap(({ marks }) => marks.map(({ studentEmail }) => studentEmail))),
  ];
  const classes = sessions.map(({ date, marks }) => {
    const bySeat = emails.map((email) => marks.find((mark) => mark.studentEmail === email));
    return {
      date,
      present: bySeat.map((mark) => mark?.present),
      remarks: bySeat.map((mark) => mark?.remarks),
    };
  });
  await tx.query(
    `with given_seats as (
       insert into seats (subject_id, seat, student_id)
       select subjects.id, place, people.id
       from unnest($2::text[]) with ordinality as given (email, place)
       join people using (email)
       join subjects on code = $1
     )
     insert into class_sessions (subject_id, held_on, version, present, remarks, marked_by, marked_at)
     select id, date, 1, present, remarks, teacher_id, date + time '17:00' at time zone 'UTC'
     from subjects, jsonb_to_recordset($3) as class (date date, present boolean[], remarks text[])
     where code = $1`,
    [subjectCode, emails, JSON.stringify(classes)],
  );
};
