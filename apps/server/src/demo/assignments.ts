import { hash } from 'node:crypto';
import { addDays, instantIn, type IsoDate, midnightOf } from '@campus/contract';
import type { Campus } from '../campus.ts';
import type { Transaction } from '../db/db.ts';
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
          handedInAt: new Date(before).toISOString(),
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
      createdAt: new Date(Math.min(due.getTime(), morning) - 12 * 24 * hour).toISOString(),
      dueAt: due.toISOString(),
      handIns: demo.students
        .filter((student) => inAudience(student, subject.audience))
        .flatMap(handIn),
    };
  });
};

const insertHandIns = async (
  tx: Transaction,
  assignments: ReturnType<typeof generateAssignments>,
): Promise<void> => {
  const handIns = assignments.flatMap(({ title, handIns: all }) =>
    all.map((one) => ({ title, ...one })),
  );
  await tx.query(
    `with given as (
       select assignments.id as assignment_id, assignments.grade, assignments.created_by,
         people.id as student_id, body, "handedInAt" as handed_in_at, marks, comment,
         assignments.due_at + interval '3 days' as marked_at
       from jsonb_to_recordset($1) as work (title text, "studentEmail" text, body text,
         "handedInAt" timestamptz, marks int, comment text)
       join assignments using (title)
       join people on people.email = "studentEmail"
     ),
     kept as (
       insert into hand_ins (assignment_id, student_id, version, body, late, handed_in_at)
       select assignment_id, student_id, 1, body, false, handed_in_at from given
       returning assignment_id, student_id
     ),
     marked as (
       insert into hand_in_marks (assignment_id, student_id, grade, version, marks, comment,
         marked_by, marked_at, returned_at, returned_by)
       select assignment_id, student_id, grade, 1, marks, comment, created_by, marked_at,
         marked_at, created_by
       from given join kept using (assignment_id, student_id) where marks is not null
     )
     insert into hand_in_mark_changes
       (assignment_id, student_id, version, event, marks, comment, changed_by, changed_at)
     select assignment_id, student_id, 1, event, marks, comment, created_by, marked_at
     from given, (values (1, 'marked'), (2, 'returned')) as happened (step, event)
     where marks is not null order by step`,
    [JSON.stringify(handIns)],
  );
};

/** Stores them; the student of the sign-in page has handed in a file with the first of them. */
export const insertAssignments = async (
  tx: Transaction,
  demo: DemoCampus,
  campus: Campus,
): Promise<void> => {
  const assignments = generateAssignments(demo, campus.today(), campus.timezone);
  await tx.query(
    `insert into assignments
       (subject_id, title, description, grade, due_at, accept_late, created_by, created_at)
     select subjects.id, title, description, grade, "dueAt", "acceptLate", teacher_id, "createdAt"
     from jsonb_to_recordset($1) as given ("subjectCode" text, title text, description text,
       grade int, "dueAt" timestamptz, "acceptLate" boolean, "createdAt" timestamptz)
     join subjects on subjects.code = "subjectCode"`,
    [JSON.stringify(assignments.map(({ handIns: _handIns, ...one }) => one))],
  );
  await insertHandIns(tx, assignments);
  const content = Buffer.from(sheet);
  await tx.query(
    `with stored as (
       insert into assignment_contents (content, size, digest, type)
       values ($1, $2, $3, 'text/plain; charset=utf-8') returning id
     )
     insert into hand_in_files (hand_in_id, content_id, name)
     select hand_ins.id, stored.id, 'linked-lists.txt'
     from stored, hand_ins
     join assignments on assignments.id = hand_ins.assignment_id
     join people on people.id = hand_ins.student_id
     where people.email = $4 and assignments.title = $5`,
    [
      content,
      content.length,
      hash('sha256', content, 'base64url'),
      demoAccounts.student,
      planned[0]?.title,
    ],
  );
  await tx.query('insert into file_tallies select * from file_tallies_now');
};
