import { addDays, type IsoDate, isWeekday } from '@campus/contract';
import tables from './campus.json' with { type: 'json' };
import { demoAccounts, type DemoCampus, inAudience } from './generate.ts';
import type { Loading } from './load.ts';
import type { DemoStudent } from './people.ts';
import { createRandom } from './random.ts';

/** How many students have marks; the others in their classes were absent from every exam. */
const sitting = 100;

/** The same day; for a day on a weekend, the Friday before, or the Monday after if it is in the future. */
const schoolDay = (today: IsoDate, days: number): IsoDate => {
  let day = addDays(today, days);
  while (!isWeekday(day)) day = addDays(day, days < 0 ? -1 : 1);
  return day;
};

/**
 * The demo campus's exams and results, the same for the same day. The student on the sign-in page
 * has 80 % in Math, 75 % in Science, 90 % in English and 85 % in History; 520 marks in total.
 */
export const generateExams = (demo: DemoCampus, today: IsoDate) => {
  const random = createRandom(20_260_520);
  const examined = tables.exams.map(({ subjectCode }) => subjectCode);
  const subjects = demo.subjects.filter(({ code }) => examined.includes(code));
  const candidates = demo.students.filter((student) =>
    subjects.some((subject) => inAudience(student, subject)),
  );
  // Each student's ability: around 85 percent.
  const ability = new Map(
    candidates
      .slice(0, sitting)
      .map(({ email }) => [email, 0.85 + 0.16 * (random.next() + random.next() - 1)] as const),
  );
  return tables.exams.map(({ days, own, entered, ...exam }) => {
    const subject = subjects.find(({ code }) => code === exam.subjectCode);
    if (!subject) throw new Error(`The demo campus has no subject ${exam.subjectCode}.`);
    const result = ({ email }: DemoStudent) => {
      const able = ability.get(email);
      const share = (able ?? 0) + 0.16 * (random.next() - 0.5);
      const given = random.chance(entered);
      if (email === demoAccounts.student)
        return own === null
          ? []
          : [{ studentEmail: email, marks: typeof own === 'number' ? own : null }];
      if (!given) return [];
      const marks = Math.min(exam.maxMarks, Math.round(share * exam.maxMarks));
      return [{ studentEmail: email, marks: able === undefined ? null : marks }];
    };
    return {
      ...exam,
      heldOn: schoolDay(today, days),
      published: days < -7,
      results: demo.students.filter((student) => inAudience(student, subject)).flatMap(result),
    };
  });
};

/** Stores the exams with their history: marks entered two days after the exam, published a week after it. */
export const insertExams = async ({ tx, campus, demo }: Loading): Promise<void> => {
  const today = campus.today();
  const exams = generateExams(demo, today);
  await tx.query(
    `with given as (
       select * from jsonb_to_recordset($1) as exam ("subjectCode" text, title text,
         "maxMarks" int, "heldOn" date, published boolean)
     ),
     added as (
       insert into exams (subject_id, title, held_on, max_marks, version, published_at,
         published_by, created_by, created_at)
       select subjects.id, title, "heldOn", "maxMarks", case when published then 2 else 1 end,
         case when published then "heldOn" + 7 + time '09:00' at time zone 'UTC' end,
         case when published then teacher_id end, teacher_id,
         least("heldOn" - 7, $2::date) + time '09:00' at time zone 'UTC'
       from given join subjects on subjects.code = "subjectCode"
       returning id, published_at, published_by
     )
     insert into exam_changes (exam_id, version, field, before, after, changed_by, changed_at)
     select id, 2, 'published', 'no', 'yes', published_by, published_at from added
     where published_at is not null`,
    [JSON.stringify(exams.map(({ results: _results, ...exam }) => exam)), today],
  );
  const results = exams.flatMap(({ subjectCode, title, results: all }) =>
    all.map((result) => ({ subjectCode, title, ...result })),
  );
  await tx.query(
    `with given as (
       select exams.id as exam_id, exams.max_marks, people.id as student_id, marks,
         marks is null as absent, exams.created_by as teacher_id,
         exams.held_on + 2 + time '15:00' at time zone 'UTC' as marked_at
       from jsonb_to_recordset($1) as result ("subjectCode" text, title text,
         "studentEmail" text, marks int)
       join subjects on subjects.code = "subjectCode"
       join exams on exams.subject_id = subjects.id and exams.title = result.title
       join people on people.email = "studentEmail"
     ),
     kept as (
       insert into exam_results (exam_id, student_id, max_marks, marks, absent, marked_by, marked_at)
       select exam_id, student_id, max_marks, marks, absent, teacher_id, marked_at from given
     ),
     versions as (
       update exams set marks_version = 1 where id in (select exam_id from given)
     )
     insert into exam_result_changes
       (exam_id, student_id, version, marks, absent, published, changed_by, changed_at)
     select exam_id, student_id, 1, marks, absent, false, teacher_id, marked_at from given`,
    [JSON.stringify(results)],
  );
};
