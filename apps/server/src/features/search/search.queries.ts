import { type IsoDate, type Role, search } from '@campus/contract';
import { type Db, texts } from '../../db/db.ts';
import {
  few,
  hasParts,
  inTeachingScope,
  searchCondition,
  type TeachingScope,
  wasOpened,
} from '../../db/sql.ts';

const found = search.searchResult.omit({ email: true });

/** The subjects each role may find. `$2` is the student, or what the teacher teaches; `$3` is today. */
const subjectsOf: Readonly<Record<Role, string>> = {
  admin: 'true or $2::text is null or $3::date is null',
  teacher: `${inTeachingScope('$2')} or $3::date is null`,
  student: `exists (select from enrolments where subject_id = subjects.id and student_id = $2::bigint
    and coalesce(to_on >= $3::date, true))`,
};

/**
 * The exams each role may find; students find those in which they have a published result. `$4` is the student, or
 * what the teacher grades.
 */
const examsOf: Readonly<Record<Role, string>> = {
  admin: 'true or $4::text is null',
  teacher: inTeachingScope('$4'),
  student: `exams.published_at is not null and exists (
    select from exam_results where exam_id = exams.id and student_id = $4::bigint)`,
};

/** The person, or what they teach and grade. */
type Whose = Readonly<Record<'taught' | 'graded', string | TeachingScope>>;

/** The ids that an index finds for a search; null if they are many, or if the search is too short for it. */
const idsByParts = async (db: Db, of: 'subjects' | 'exams', text: string) => {
  if (!hasParts(text)) return null;
  const select = `select array(select ${of}_by_parts($1, ${few + 1})::text)`;
  const ids = await db.value(texts, select, [text]);
  return ids.length > few ? null : ids;
};

/** Subjects, exams and books, a few of each kind, those of the open term first. */
export const findRecords = async (
  db: Db,
  text: string,
  { role, taught, graded }: Whose & { readonly role: Role },
  today: IsoDate,
) => {
  const all = role === 'admin';
  const inTerm = all ? 'true' : wasOpened;
  const subjectIds = all ? await idsByParts(db, 'subjects', text) : null;
  const examIds = all ? await idsByParts(db, 'exams', text) : null;
  return db.rows(
    found,
    `(select 'subject' as kind, subjects.id::text as id, subjects.name as title,
        concat_ws(' · ', subjects.code, teacher.name, case when not terms.is_open then terms.name end)
          as line
      from subjects join terms on terms.id = subjects.term_id
      join people teacher on teacher.id = subjects.teacher_id
      where ($5::bigint[] is null or subjects.id = any($5)) and ${inTerm} and (${subjectsOf[role]})
        and ${searchCondition('subjects.search_key', '$1')}
      order by terms.is_open desc, terms.starts_on desc, subjects.name, subjects.id
      limit ${search.maxPerKind})
     union all
     (select 'exam', exams.id::text, exams.title,
        concat_ws(' · ', subjects.name || ' (' || subjects.code || ')', to_char(held_on, 'FMDD Mon YYYY'))
      from exams join subjects on subjects.id = exams.subject_id
      join terms on terms.id = subjects.term_id
      where ($6::bigint[] is null or exams.id = any($6))
        and exams.deleted_at is null and ${inTerm} and (${examsOf[role]})
        and ${searchCondition("(exams.search_key || E'\\n' || subjects.search_key)", '$1')}
      order by held_on desc, exams.id desc limit ${search.maxPerKind})
     union all
     (select 'book', id::text, title, concat_ws(' · ', author, year::text) from books
      where retired_at is null and search_words @@ book_query($1)
      order by title, id limit ${search.maxPerKind})`,
    [text, taught, today, graded, subjectIds, examIds],
  );
};
