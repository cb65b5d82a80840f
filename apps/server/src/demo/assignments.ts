import { hash } from 'node:crypto';
import { addDays, instantIn, type IsoDate, midnightOf } from '@campus/contract';
import type { Campus } from '../campus.ts';
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
import { demoAccounts, type DemoCampus, inAudience } from './generate.ts';
import type { DemoStudent } from './people.ts';
import { createRandom } from './random.ts';

interface PlannedAssignment {
  readonly subjectCode: string;
  readonly title: string;
  readonly description: string;
  readonly grade: number;
  /** Days from the day of loading to the deadline, before it where negative. */
  readonly days: number;
  readonly acceptLate?: true;
  /** The share of the class that has handed in, and whether the student of the sign-in page has. */
  readonly share: number;
  readonly own?: true;
  /** Marks were given and returned to everybody who handed in. */
  readonly returned?: true;
}

/** One of each state for the student of the sign-in page. */
const planned: readonly PlannedAssignment[] = [
  {
    subjectCode: 'CS201',
    title: 'Linked lists',
    description:
      'Implement a doubly linked list with insertion, removal and search.\nHand in the source code and half a page on the cost of each operation.',
    grade: 20,
    days: -10,
    share: 0.9,
    own: true,
    returned: true,
  },
  {
    subjectCode: 'EN101',
    title: 'Essay: a city and its river',
    description: 'Write 800 to 1000 words. Quote at least two of the texts read in class.',
    grade: 50,
    days: -4,
    share: 0.8,
  },
  {
    subjectCode: 'MA101',
    title: 'Problem sheet 4',
    description: 'Solve problems 1 to 6. Photographs of handwritten pages are fine.',
    grade: 30,
    days: -1,
    acceptLate: true,
    share: 0.7,
  },
  {
    subjectCode: 'CS203',
    title: 'Process scheduling',
    description:
      'Compare round robin and shortest job first with the numbers in the table on page 112.',
    grade: 25,
    days: 2,
    share: 0.3,
  },
  {
    subjectCode: 'CS301',
    title: 'Normal forms',
    description: 'Bring the schema of the library into third normal form and give your reasons.',
    grade: 40,
    days: 6,
    share: 0.4,
    own: true,
  },
  {
    subjectCode: 'CS201',
    title: 'Binary search trees',
    description: 'Insertion, removal and balance: answer the questions on the sheet.',
    grade: 20,
    days: 13,
    share: 0,
  },
];

const answers = [
  'I have answered every question in order. My sources are at the end.',
  'My solution is below. I was not sure about the last part.',
  'Please see my notes on each step. I worked on this together with my study group.',
];
const comments = [
  'Well done. Mind the borders of the list: your removal fails for the last element.',
  'Clear and complete.',
  'The idea is right. Please give reasons next time.',
];

const sheet = `Linked lists\n\ninsert  O(1) at either end\nremove  O(1) with the node in hand\nsearch  O(n)\n`;
const hour = 3_600_000;

/** The demo campus's assignments with what was handed in, the same for the same day. */
export const generateAssignments = (demo: DemoCampus, today: IsoDate, timezone: string) => {
  const random = createRandom(20_261_014);
  const morning = midnightOf(today).getTime();
  return planned.map((one) => {
    const { subjectCode, title, description, grade, acceptLate = false } = one;
    const subject = demo.subjects.find(({ code }) => code === subjectCode);
    if (!subject) throw new Error(`The demo campus has no subject ${subjectCode}.`);
    const due = instantIn(timezone, { day: addDays(today, one.days), time: '23:59' });
    const handIn = ({ email }: DemoStudent) => {
      const given = random.chance(one.share);
      const before = Math.min(due.getTime(), morning) - (1 + random.next() * 40) * hour;
      const marks = Math.round(grade * (0.6 + 0.4 * random.next()));
      const [body, comment] = [random.pick(answers), random.pick(comments)];
      const own = email === demoAccounts.student;
      if (own ? !one.own : !given) return [];
      return [
        {
          studentEmail: email,
          handedInAt: new Date(before),
          body,
          marks: one.returned ? (own ? 17 : marks) : null,
          comment: own ? comments[0] : comment,
        },
      ];
    };
    return {
      subjectCode,
      title,
      description,
      grade,
      acceptLate,
      createdAt: new Date(Math.min(due.getTime(), morning) - 12 * 24 * hour),
      deadline: due,
      handIns: demo.students
        .filter((student) => inAudience(student, subject.audience))
        .flatMap(handIn),
    };
  });
};

/** Stores them; the student of the sign-in page has handed in a file with the first of them. */
export const insertAssignments = async (
  tx: Transaction,
  demo: DemoCampus,
  campus: Campus,
  idOf: (email: string) => string,
): Promise<void> => {
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
      if (studentEmail === demoAccounts.student && values.title === planned[0]?.title)
        await addSheet(tx, handIn);
    }
    await returnMarked(tx, { id, studentId: null, actorId, at });
  }
  await tx.query('insert into file_tallies select * from file_tallies_now');
};

const addSheet = async (tx: Transaction, handInId: string): Promise<void> => {
  const content = Buffer.from(sheet);
  const [size, digest] = [content.length, hash('sha256', content, 'base64url')];
  const stored = { content, size, digest, type: 'text/plain; charset=utf-8' };
  const contentId = await insertedId(tx.insertInto('assignment_contents').values(stored));
  await addHandInFile(tx, handInId, { contentId, name: 'linked-lists.txt' });
};
