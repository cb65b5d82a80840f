import type { Db } from '../../db/db.ts';
import { instant } from '../../db/sql.ts';

/** The newest version of one student, without the bytes. */
export interface ArchivedStudent {
  readonly handInId: string;
  readonly rollNo: string | null;
  readonly name: string;
  readonly late: boolean;
  readonly handedInAt: string;
  readonly hasText: boolean;
  readonly files: readonly {
    readonly contentId: string;
    readonly name: string;
    readonly type: string;
    readonly size: number;
  }[];
}

export const newestWork = async (db: Db, id: string): Promise<ArchivedStudent[]> => {
  const { rows } = await db.query<ArchivedStudent>(
    `select newest.id::text as "handInId", students.roll_no as "rollNo", people.name, newest.late,
       ${instant('newest.handed_in_at')} as "handedInAt", newest.body <> '' as "hasText",
       (select coalesce(json_agg(json_build_object('contentId', stored.id::text,
          'name', file.name, 'type', stored.type, 'size', stored.size) order by file.id), '[]')
        from hand_in_files file join assignment_contents stored on stored.id = file.content_id
        where file.hand_in_id = newest.id) as files
     from (select distinct on (student_id) * from hand_ins where assignment_id = $1
           order by student_id, version desc) as newest
     join people on people.id = newest.student_id
     join students on students.person_id = newest.student_id
     order by students.roll_no nulls last, people.name, people.id`,
    [id],
  );
  return rows;
};

export const textOf = async (db: Db, handInId: string): Promise<string> => {
  const { rows } = await db.query<{ body: string }>('select body from hand_ins where id = $1', [
    handInId,
  ]);
  return rows[0]?.body ?? '';
};
