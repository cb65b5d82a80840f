import type { IsoDate, RosterEntry } from '@campus/contract';
import { boolean, type Db, integer, text, textOrNull } from '../../db/db.ts';
import { inPlannedTerm } from '../../db/sql.ts';

/** A student's enrolment in a subject; `seat` is null until the first mark. */
export interface Listed extends Pick<
  RosterEntry,
  'id' | 'studentEmail' | 'studentName' | 'studentRollNo'
> {
  readonly from: IsoDate;
  readonly to: IsoDate | null;
  readonly seat: number | null;
  readonly section: string | null;
}

/** The state of a subject's rosters when they were read. */
export interface RosterState {
  readonly version: number;
  /** The last seat that had been assigned then. */
  readonly lastSeat: number;
}

const rosterRow = {
  teacherId: text,
  planned: boolean,
  version: integer,
  rosterVersion: integer,
  /** JSON by seat, from 1: `present` is an array, the others are objects with only the seats that have a value. */
  present: textOrNull,
  remarks: textOrNull,
  correctedBy: textOrNull,
  /** JSON by student: until when an opening balance counts, if that includes the day; null without any. */
  counted: textOrNull,
  /** JSON of `Listed` rows; null when the known state is still current. */
  listed: textOrNull,
};

/**
 * A class on a day, and the students of the subject unless `known` is still current. The version is 0 until somebody
 * marks the class.
 */
export const readClass = (db: Db, subjectId: string, date: IsoDate, known?: RosterState) =>
  db.row(rosterRow, {
    name: 'roster',
    text: `
      select subjects.teacher_id::text as "teacherId", ${inPlannedTerm} as planned, coalesce(session.version, 0) as version,
        coalesce(rosters.version, 0) as "rosterVersion",
        array_to_json(session.present)::text as present,
        (select json_object_agg(seat, remark)::text
         from unnest(session.remarks) with ordinality as mark (remark, seat)
         where remark is not null) as remarks,
        (select json_object_agg(seat, (select name from people where id = person_id))::text
         from unnest(session.corrected_by) with ordinality as mark (person_id, seat)
         where person_id is not null) as "correctedBy",
        (select json_object_agg(student_id, until_on)::text from opening_balances
         where subject_id = $1 and until_on >= $2) as counted,
        case when coalesce(rosters.version, 0) = $3 and coalesce(cardinality(session.present), 0) <= $4
        then null else (
          select coalesce(json_agg(
            json_build_object('id', person_id::text, 'studentEmail', email, 'studentName', name,
              'studentRollNo', roll_no, 'from', from_on, 'to', to_on, 'seat', seat, 'section', section_id::text)
            order by roll_no nulls last, name, person_id)::text, '[]')
          from enrolments
          join student_directory directory on directory.person_id = enrolments.student_id
          left join seats on seats.subject_id = enrolments.subject_id
            and seats.student_id = enrolments.student_id
          where enrolments.subject_id = subjects.id
        ) end as listed
      from subjects
      left join roster_versions rosters on rosters.subject_id = subjects.id
      left join class_sessions session
        on session.subject_id = subjects.id and session.held_on = $2 and session.slot = 1
      where subjects.id = $1 and subjects.term_id is not null`,
    values: [subjectId, date, known?.version, known?.lastSeat],
  });
