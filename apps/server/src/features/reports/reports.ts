import type { reports as contract } from '@campus/contract';
import { enrolledOn, expectedClasses, instant } from '../../db/sql.ts';
import { tenthsOf } from '../performance/index.ts';
import {
  classesUntilDay,
  endOfDay,
  ofCourse,
  percentOf,
  recordsThen,
  type ReportDefinition,
  term,
} from './report-definition.ts';

export const reports: Readonly<Record<contract.ReportId, ReportDefinition>> = {
  'head-count': {
    title: 'Head count',
    sentence:
      'Active students by the programme, semester and gender that their records said at the end of the day; a programme that was renamed or merged has the name it has now. A past day is counted from the history that Campus keeps: students whose record was added later are not in it, whenever they began, and people erased since are in no day.',
    filters: ['day', 'course'],
    columns: [
      ['Programme', 'text'],
      ['Semester', 'number'],
      ['Female', 'number', 'sum'],
      ['Male', 'number', 'sum'],
      ['Other', 'number', 'sum'],
      ['Not said', 'number', 'sum'],
      ['Students', 'number', 'sum'],
    ],
    sql: `
      with ${recordsThen},
      student as (
        select
          case when was ? 'course' then was ->> 'course' else students.course end as course,
          case when was ? 'semester' then (was ->> 'semester')::int else students.semester end
            as semester,
          case when was ? 'gender' then was ->> 'gender' else people.gender end as gender
        from students
        join people on people.id = students.person_id
        left join since on since.person_id = people.id
        where people.created_at < ${endOfDay} and people.erased_at is null
          and people.removed_at is null
          and case when was ? 'active' then (was ->> 'active')::boolean else people.active end
          and coalesce(
            case when was ? 'withdrawnOn' then (was ->> 'withdrawnOn')::date else withdrawn_on end,
            'infinity') >= :day
      )
      select course, semester,
        count(*) filter (where gender = 'Female'), count(*) filter (where gender = 'Male'),
        count(*) filter (where gender = 'Other'), count(*) filter (where gender is null), count(*)
      from student where ${ofCourse('course')}
      group by course, semester order by course nulls last, semester nulls last`,
  },
  'never-attended': {
    title: 'Never attended',
    sentence:
      'Students active today who were enrolled in the term on the census day, or on its last day if that was earlier, and were not marked present in any class up to it. Students who were present according to an opening balance in a subject of the term are left out, also where it ends after that day: a balance has no days. With no class marked, nobody took a roll that could have shown them.',
    filters: ['termId', 'day', 'course'],
    tallied: true,
    columns: [
      ['Student', 'text'],
      ['Roll Number', 'text'],
      ['Email', 'text'],
      ['Programme', 'text'],
      ['Semester', 'number'],
      ['Subjects', 'number'],
      ['Classes marked', 'number'],
    ],
    sql: `
      with enrolled as (
        select student_id, count(*) as subjects
        from enrolments join subjects on subjects.id = enrolments.subject_id
        join terms on terms.id = subjects.term_id
        where terms.id = ${term} and ${enrolledOn('least(:day, terms.ends_on)')}
        group by student_id
      ),
      never as (
        select enrolled.*, case
            when last_on <= :day then classes
            when first_on <= :day then (select count(session.present[seat]) from ${classesUntilDay})
            else 0 end as marks
        from enrolled
        left join (select * from term_tallies where term_id = ${term}) tally using (student_id)
        where case
          when tally.present = 0 then true
          when last_on <= :day then false
          when first_on <= :day
            then (select true from ${classesUntilDay} and session.present[seat] limit 1) is null
          else true end
          and not exists (
            select from opening_balances balance join subjects on subjects.id = subject_id
            where balance.student_id = enrolled.student_id and term_id = ${term} and balance.present > 0)
      )
      select name, roll_no, email, course, semester, subjects, marks
      from never
      join student_directory student
        on student.person_id = never.student_id and student.status = 'active'
      where ${ofCourse('course')}
      order by name, student.person_id`,
  },
  'rolls-not-taken': {
    title: 'Rolls not taken',
    sentence:
      'Days of the term on which a class was expected and nobody marked it. There is no timetable: a class is expected on the weekday of one that was marked a week or two before, and never on a holiday for everyone. A subject that was never marked has one line without a day. Of a subject held in sections, each section is a class.',
    filters: ['termId', 'from', 'to'],
    columns: [
      ['Day', 'day'],
      ['Subject', 'text'],
      ['Subject Code', 'text'],
      ['Section', 'text'],
      ['Teacher', 'text'],
      ['Students', 'number'],
    ],
    sql: `
      with ${expectedClasses({
        of: `terms.id = ${term}`,
        from: ':from',
        to: 'least(:to, :today)',
        never: 'null from taught where starts_on <= least(:to, :today)',
      })}
      select day, name, code, section, teacher_name,
        (select count(*) from enrolments where subject_id = expected.id
          and coalesce(enrolments.section_id = expected.section_id, expected.section_id is null)
          and ${enrolledOn('coalesce(day, least(:to, :today))')}) as students
      from expected
      order by day desc nulls last, name, expected.id, section`,
  },
  workload: {
    title: 'Workload',
    sentence:
      'What each teacher has in the term. Subjects, credits, students, enrolments and classes held are those of the subjects that name the teacher now, whoever marked the classes. “Helps in” counts the subjects or sections of others where the teacher is or was a co-teacher, assistant or substitute, “Students helped” the students in them. Students are those enrolled on any day. “Classes marked” are those for which the teacher sent or changed marks. A teacher with none of this and no account any more is left out.',
    filters: ['termId'],
    columns: [
      ['Teacher', 'text'],
      ['Department', 'text'],
      ['Subjects', 'number', 'sum'],
      ['Credits', 'number', 'sum'],
      ['Students', 'number'],
      ['Enrolments', 'number', 'sum'],
      ['Classes held', 'number', 'sum'],
      ['Helps in', 'number', 'sum'],
      ['Students helped', 'number'],
      ['Classes marked', 'number'],
    ],
    sql: `
      with taught as materialized (
        select id, teacher_id, credits from subjects
        where term_id = ${term} and deleted_at is null
      ),
      session as materialized (
        select id, subject_id from class_sessions
        where version > 0 and subject_id in (select id from taught)
      ),
      of_subjects as (
        select teacher_id as person_id, count(*) as subjects, sum(credits) as credits,
          sum(classes) as classes, array_agg(id) as ids
        from taught
        left join (select subject_id, count(*) as classes from session group by subject_id) as held
          on held.subject_id = taught.id
        group by teacher_id
      ),
      of_help as (
        select person_id, count(distinct (helper.subject_id, helper.section_id)) as helps,
          count(distinct student_id) as helped
        from subject_teachers helper
        join taught on taught.id = helper.subject_id and taught.teacher_id <> helper.person_id
        left join enrolments on enrolments.subject_id = helper.subject_id
          and coalesce(enrolments.section_id = helper.section_id, helper.section_id is null)
        group by person_id
      ),
      of_marks as (
        select changed_by as person_id, count(distinct session_id) as marked
        from class_submissions join session on session.id = session_id
        group by changed_by
      )
      select people.name, faculty.department, coalesce(subjects, 0), coalesce(credits, 0),
        students, enrolments, coalesce(classes, 0), coalesce(helps, 0), coalesce(helped, 0),
        coalesce(marked, 0)
      from faculty
      join people on people.id = faculty.person_id
      left join of_subjects on of_subjects.person_id = people.id
      -- One teacher at a time: all at once would not fit into memory.
      cross join lateral (
        select count(distinct student_id) as students, count(*) as enrolments
        from (select distinct subject_id, student_id from enrolments where subject_id = any (ids))
          as enrolled
      ) as of_students
      left join of_help on of_help.person_id = people.id
      left join of_marks on of_marks.person_id = people.id
      where people.active or subjects > 0 or helps > 0 or marked > 0
      order by people.name, people.id`,
  },
  'results-by-subject': {
    title: 'Results by subject',
    sentence:
      'Published results of the exams of a term. Percentages are of all that could be had; students who were absent have no mark and count apart.',
    filters: ['termId'],
    columns: [
      ['Subject', 'text'],
      ['Subject Code', 'text'],
      ['Teacher', 'text'],
      ['Exams', 'number', 'sum'],
      ['Results', 'number', 'sum'],
      ['Absent', 'number', 'sum'],
      ['Lowest', 'percent'],
      ['Average', 'percent'],
      ['Highest', 'percent'],
    ],
    sql: `
      with of_exam as (
        select exam_id, subject_id, max_marks, count(marks) as results,
          count(*) - count(marks) as absent, min(marks) as lowest,
          max(marks) as highest, sum(marks) as marks
        from published_exam_results
        where subject_id in (select id from subjects where term_id = ${term})
        group by exam_id, subject_id, max_marks
      )
      select subjects.name, code, teacher.name, count(*), sum(results), sum(absent),
        min(${percentOf('lowest', 'max_marks')}),
        ${percentOf('sum(marks)', 'sum(max_marks * results)')},
        max(${percentOf('highest', 'max_marks')})
      from of_exam
      join subjects on subjects.id = subject_id
      join people teacher on teacher.id = teacher_id
      group by subjects.id, teacher.id order by subjects.name, subjects.id`,
  },
  'pass-and-fail': {
    title: 'Pass and fail',
    sentence:
      'Students by the score of all their published results in a subject. To pass is to reach the lowest grade that has points, on the scale of the term. Students who were absent from every exam have no score and count apart, unless a missed exam counts 0 in the term.',
    filters: ['termId', 'course'],
    columns: [
      ['Subject', 'text'],
      ['Subject Code', 'text'],
      ['Students', 'number', 'sum'],
      ['Passed', 'number', 'sum'],
      ['Failed', 'number', 'sum'],
      ['Absent', 'number', 'sum'],
      ['Passed of those with a score', 'percent'],
    ],
    sql: `
      with scale as (
        select (10 * min(from_percent) filter (where points > 0))::int as passes_from
        from grading_scale_grades join term_grading_scales using (scale_id)
        where term_id = ${term}
      )
      select subjects.name, code, students, passed, failed, absent,
        ${percentOf('passed', '(passed + failed)')}
      from subjects cross join scale
      -- One subject at a time: all at once would not fit into memory.
      cross join lateral (
        select count(*) as students, count(*) filter (where tenths >= passes_from) as passed,
          count(*) filter (where tenths < coalesce(passes_from, 1010)) as failed,
          count(*) filter (where tenths is null) as absent
        from (
          select ${tenthsOf()} as tenths
          from (
            select student_id, max_marks, counted_marks from published_exam_results
            where subject_id = subjects.id
              and (:course is null or student_id in (select person_id from students where course = :course))
            -- Whether a mark counts is decided once for each, not for each sum.
            offset 0
          ) as result
          group by student_id
        ) as score
      ) as counted
      where term_id = ${term} and students > 0
      order by subjects.name, subjects.id`,
  },
  'low-attendance': {
    title: 'Low attendance by programme',
    sentence:
      'Active students who are enrolled in the term today, or were on its last day, by their programme now: how many have marks, and how many of those are below the percentage over all subjects together.',
    filters: ['termId', 'below', 'course'],
    tallied: true,
    columns: [
      ['Programme', 'text'],
      ['Students', 'number', 'sum'],
      ['With marks', 'number', 'sum'],
      ['Below', 'number', 'sum'],
      ['Below, of those with marks', 'percent'],
      ['Attendance', 'percent'],
    ],
    sql: `
      select course, count(*), count(classes),
        count(*) filter (where ${percentOf('present', 'classes')} < :below),
        ${percentOf(`count(*) filter (where ${percentOf('present', 'classes')} < :below)`, 'count(classes)')},
        ${percentOf('sum(present)', 'sum(classes)')}
      from student_directory student
      left join term_tallies tally on tally.student_id = person_id and tally.term_id = ${term}
      where student.status = 'active' and ${ofCourse('course')}
        -- Those with marks were looked up when they were counted, for the same day.
        and coalesce(tally.enrolled, exists (
          select from enrolments
          join subjects on subjects.id = enrolments.subject_id
          join terms on terms.id = subjects.term_id
          where student_id = person_id and terms.id = ${term}
            and ${enrolledOn('least(:today, terms.ends_on)')}))
      group by course order by course nulls last`,
  },
  'overdue-books': {
    title: 'Overdue books',
    sentence:
      'Books that are lent today and were due before it, those overdue the longest first. With a programme only those of its students.',
    filters: ['course'],
    columns: [
      ['Due', 'day'],
      ['Days overdue', 'number'],
      ['Title', 'text'],
      ['Author', 'text'],
      ['Copy', 'text'],
      ['Reader', 'text'],
      ['University ID', 'text'],
      ['Email', 'text'],
      ['Programme', 'text'],
    ],
    sql: `
      select due_on, :today - due_on, books.title, books.author, books.id || '-' || copy.number,
        people.name, people.univ_id, people.email, students.course
      from loans
      join book_copies copy on copy.id = loans.copy_id
      join books on books.id = copy.book_id
      join people on people.id = loans.person_id
      left join students on students.person_id = people.id
      where returned_on is null and due_on < :today and ${ofCourse('students.course')}
      order by due_on, loans.id`,
  },
  graduates: {
    title: 'Graduates',
    sentence:
      'Students who have finished, with their last day, from the first day of the term to the day before the next one. People erased since are not in it.',
    filters: ['termId', 'course'],
    columns: [
      ['Graduated on', 'day'],
      ['Name', 'text'],
      ['Roll Number', 'text'],
      ['University ID', 'text'],
      ['Programme', 'text'],
      ['Branch', 'text'],
    ],
    sql: `
      select withdrawn_on, people.name, roll_no, univ_id, course, branch
      from students join people on people.id = person_id and erased_at is null
      join terms on terms.id = ${term}
      where graduated and withdrawn_on >= starts_on and withdrawn_on < coalesce(
          (select min(next.starts_on) from terms next
           where next.deleted_at is null and next.starts_on > terms.starts_on), 'infinity')
        and ${ofCourse('course')}
      order by course nulls last, branch nulls last, people.name, person_id`,
  },
  'accounts-never-used': {
    title: 'Accounts never used',
    sentence:
      'Students and teachers whose account is active and who have never signed in. With a programme only its students.',
    filters: ['course'],
    columns: [
      ['Name', 'text'],
      ['Role', 'text'],
      ['Email', 'text'],
      ['University ID', 'text'],
      ['Programme or department', 'text'],
      ['Added (UTC)', 'instant'],
    ],
    sql: `
      select people.name, initcap(people.role), people.email, people.univ_id,
        coalesce(students.course, faculty.department), ${instant('people.created_at')}
      from people
      left join students on students.person_id = people.id
      left join faculty on faculty.person_id = people.id
      where people.active and people.role <> 'admin' and people.came_in_at is null and ${ofCourse('students.course')}
      order by people.name, people.id`,
  },
  'changes-of-a-week': {
    title: 'Changes of a week',
    sentence:
      'What was changed in the seven days that end with the day, as the audit trail tells it: how often, by how many people, and in how many records. What the settings no longer keep of the trail is not counted.',
    filters: ['day'],
    columns: [
      ['What', 'text'],
      ['Times', 'number', 'sum'],
      ['People', 'number'],
      ['Records', 'number', 'sum'],
    ],
    sql: `
      select :changes ->> kind, count(*), count(distinct person_id),
        sum(coalesce((details ->> 'count')::int, 1))
      from trail
      where at >= ((:day - 6)::timestamp at time zone :timezone) and at < ${endOfDay}
        and :changes -> kind is not null
      group by kind order by count(*) desc, 1`,
  },
};
