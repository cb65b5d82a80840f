import { hash } from 'node:crypto';
import { addDays, instantIn, type IsoDate, midnightOf } from '@campus/contract';
import { found } from '../campus-error.ts';
import type { Transaction } from '../db/db.ts';
import { insertedId } from '../db/sql.ts';
import {
  addHandInFile,
  insertAssignment,
  insertVersion,
  returnMarked,
  storeMarks,
} from '../features/assignments/index.ts';
import tables from './campus.json' with { type: 'json' };
import { demoAccounts, type DemoCampus, inAudience } from './generate.ts';
import type { Loading } from './load.ts';
import type { DemoStudent } from './people.ts';
import { createRandom } from './random.ts';

const hour = 3_600_000;

/**
 * The demo campus's assignments and hand-ins, the same for the same day. The student on the sign-in page
 * has an assignment in each state.
 */
export const generateAssignments = (demo: DemoCampus, today: IsoDate, timezone: string) => {
  const random = createRandom(20_261_014);
  const morning = midnightOf(today).getTime();
  return tables.assignments.map(({ days, share, own: done, returned, ...one }) => {
    const subject = demo.subjects.find(({ code }) => code === one.subjectCode);
    if (!subject) throw new Error(`The demo campus has no subject ${one.subjectCode}.`);
    const due = instantIn(timezone, { day: addDays(today, days), time: '23:59' });
    const handIn = ({ email }: DemoStudent) => {
      const given = random.chance(share);
      const before = Math.min(due.getTime(), morning) - (1 + random.next() * 40) * hour;
      const marks = Math.round(one.grade * (0.6 + 0.4 * random.next()));
      const [body, comment] = [random.pick(tables.answers), random.pick(tables.comments)];
      const own = email === demoAccounts.student;
      if (own ? !done : !given) return [];
      return [
        {
          studentEmail: email,
          handedInAt: new Date(before),
          body,
          marks: returned ? (own ? 17 : marks) : null,
          comment: own ? tables.comments[0] : comment,
        },
      ];
    };
    return {
      ...one,
      createdAt: new Date(Math.min(due.getTime(), morning) - 12 * 24 * hour),
      deadline: due,
      handIns: demo.students.filter((student) => inAudience(student, subject)).flatMap(handIn),
    };
  });
};

/** Stores the assignments; the student on the sign-in page has handed in a file with the first one. */
export const insertAssignments = async ({ tx, demo, campus, idOf }: Loading): Promise<void> => {
  const subjects = await tx
    .selectFrom('subjects')
    .select(['id', 'code', 'teacher_id as teacherId'])
    .execute();
  for (const one of generateAssignments(demo, campus.today(), campus.timezone)) {
    const { subjectCode, handIns, createdAt, ...values } = one;
    const { id: subjectId, teacherId: actorId } = found(
      subjects.find(({ code }) => code === subjectCode),
      'There is no such subject.',
    );
    const id = await insertAssignment(tx, subjectId, values, { actorId, at: createdAt });
    const at = new Date(values.deadline.getTime() + 3 * 24 * hour);
    for (const { studentEmail, body, handedInAt, marks, comment = '' } of handIns) {
      const studentId = idOf(studentEmail);
      const work = { assignmentId: id, studentId, version: 1, text: body, late: false };
      const handIn = await insertVersion(tx, { ...work, at: handedInAt });
      if (marks !== null)
        await storeMarks(
          tx,
          { id, studentId, actorId, at },
          { version: 1, marks, comment, grade: values.grade },
        );
      if (studentEmail === demoAccounts.student && values.title === tables.assignments[0]?.title)
        await addSheet(tx, handIn);
    }
    await returnMarked(tx, { id, studentId: null, actorId, at }, null);
  }
  await tx.query('insert into file_tallies select * from file_tallies_now');
};

const addSheet = async (tx: Transaction, handInId: string): Promise<void> => {
  const content = Buffer.from(tables.sheet);
  const [size, digest] = [content.length, hash('sha256', content, 'base64url')];
  const stored = { content, size, digest, type: 'text/plain; charset=utf-8' };
  const contentId = await insertedId(tx.insertInto('assignment_contents').values(stored));
  await addHandInFile(tx, handInId, { contentId, name: 'linked-lists.txt' });
};
