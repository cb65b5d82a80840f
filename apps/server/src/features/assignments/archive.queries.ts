import { z } from 'zod';
import { boolean, type Db, integer, text, textOrNull } from '../../db/db.ts';
import { instant, isTaughtStudent, type TeachingScope } from '../../db/sql.ts';

/** A student's newest version, without the contents of the files. */
const archivedStudent = z.object({
  handInId: text,
  rollNo: textOrNull,
  name: text,
  late: boolean,
  handedInAt: text,
  hasText: boolean,
  files: z.array(z.object({ contentId: text, name: text, type: text, size: integer })),
});
export type ArchivedStudent = z.infer<typeof archivedStudent>;

export const newestWork = (db: Db, id: string, taught: TeachingScope | null) =>
  db.rows(
    archivedStudent,
    `select newest.id::text as "handInId", students.roll_no as "rollNo", people.name, newest.late,
       ${instant('newest.handed_in_at')} as "handedInAt", newest.body <> '' as "hasText",
       (select coalesce(json_agg(json_build_object('contentId', stored.id::text,
          'name', file.name, 'type', stored.type, 'size', stored.size) order by file.id), '[]')
        from hand_in_files file join assignment_contents stored on stored.id = file.content_id
        where file.hand_in_id = newest.id) as files
     from (select distinct on (student_id) * from judged_hand_ins where assignment_id = $1
           order by student_id, version desc) as newest
     join people on people.id = newest.student_id
     join students on students.person_id = newest.student_id
     join assignments on assignments.id = $1
     join subjects on subjects.id = assignments.subject_id
     where ${isTaughtStudent('$2', 'people.id')}
     order by students.roll_no nulls last, people.name, people.id`,
    [id, taught],
  );

export const textOf = (db: Db, handInId: string) =>
  db.value(text, 'select body from hand_ins where id = $1', [handInId]);
