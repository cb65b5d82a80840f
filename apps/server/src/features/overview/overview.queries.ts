import { type IsoDate, overview } from '@campus/contract';
import { type Db, integer } from '../../db/db.ts';
import { counted } from '../../db/lists.ts';
import {
  countOf,
  enrolledNow,
  expectedClasses,
  isTaughtSection,
  type TeachingScope,
  termState,
  wasOpened,
} from '../../db/sql.ts';

export const countPeople = (db: Db, role: 'student' | 'teacher') =>
  countOf(db.selectFrom('people').where('role', '=', role).where('active', '=', true));

/** Counts the subjects of the open term; 0 while no term is open. */
export const countOpenSubjects = (db: Db) =>
  countOf(
    db
      .selectFrom('subjects')
      .innerJoin('terms', 'terms.id', 'subjects.term_id')
      .where('terms.is_open', '=', true),
  );

const classNotTaken = overview.teacherOverview.reply.shape.classes.element;

/** The latest classes that were expected and not taken, of one teacher or of all, and how many there are. */
export const classesNotTaken = async (db: Db, taught: TeachingScope | null, today: IsoDate) => {
  const rows = await db.rows(
    { ...classNotTaken.shape, total: integer },
    `with ${expectedClasses({
      of: `terms.is_open and ${isTaughtSection('$1', 'section_id')}`,
      from: '($2::date - 13)',
      to: '$2::date',
      never: '$2::date from taught where extract(isodow from $2::date) < 6',
    })}
     select id::text as "subjectId", name as "subjectName", code as "subjectCode",
       section_id::text as "sectionId", section, teacher_name as "teacherName", day as date,
       (count(*) over ())::int as total
     from expected
     where $1::bigint[] is null or teacher_id = ($1::bigint[])[1][1] or day >= (
       select min(from_on) from subject_teachers as helper
       where helper.subject_id = expected.id and helper.person_id = ($1::bigint[])[1][1]
         and may_mark and from_on <= $2 and coalesce(to_on >= $2, true)
         and coalesce(helper.section_id = expected.section_id, helper.section_id is null))
     order by day desc, name, expected.id, section
     limit ${overview.shownOnDashboard}`,
    [taught, today],
  );
  return counted(rows, (row) => row);
};

export const enrolmentsOfStudent = (
  db: Db,
  studentId: string,
  { today, planned }: { today: IsoDate; planned: boolean },
) =>
  db.rows(
    overview.studentEnrolment,
    `select enrolments.id::text, from_on as "fromOn", to_on as "toOn", credits,
       json_build_object('id', subjects.id::text, 'subjectName', subjects.name,
         'subjectCode', code) as subject,
       teacher.name as "teacherName", teacher.email as "teacherEmail",
       array(select distinct people.name from subject_teachers as helper
         join people on people.id = helper.person_id
         where helper.subject_id = subjects.id and helper.from_on <= $2
           and coalesce(helper.to_on >= $2, true)
           and coalesce(helper.section_id = enrolments.section_id, helper.section_id is null)
         order by 1) as "alsoTeaching",
       (select name from sections where sections.id = section_id) as section,
       (select count(*)::int from enrolments where ${enrolledNow('$2')}) as students,
       json_build_object('id', terms.id::text, 'name', terms.name, 'startsOn', terms.starts_on,
         'endsOn', terms.ends_on, 'state', ${termState}) as term
     from enrolments
     join subjects on subjects.id = enrolments.subject_id
     join terms on terms.id = subjects.term_id
     join people teacher on teacher.id = subjects.teacher_id
     where enrolments.student_id = $1 and ($3 or ${wasOpened})
     order by terms.starts_on desc, subjects.name, subjects.id, from_on desc`,
    [studentId, today, planned],
  );
