import { type CellsOf, movedMarkFields } from '@campus/contract';
import { type Cell, insertProblems, readable } from '../../csv/import.queries.ts';
import type { Importing, ListImport } from '../../csv/list-import.ts';
import { integer } from '../../db/db.ts';
import { countChanged, keepCounts } from './batch.queries.ts';
import { insertUnknownNamedTerms, lockTermsShared, termOfRow } from './judging.queries.ts';
import { dayOf, type StoredKind, storedImport } from './kind.ts';
import {
  daysEnrolled,
  findStudentsAndSubjects,
  insertOutsideTerm,
  insertWrongStudentsAndSubjects,
  lockTallies,
  named,
  outsideCell,
  shownForEmail,
  studentAndSubject,
  studentAndSubjectCells,
  wasEnrolled,
} from './student-and-subject.queries.ts';

const marksOf = (classes: string): string => `
  select subject_id, held_on, slot, seats.student_id, mark.present, mark.remarks
  from ${classes}
  cross join lateral rows from (generate_series(1, cardinality(session.present)),
    unnest(session.present), unnest(session.remarks)) as mark (seat, present, remarks)
  join seats using (subject_id, seat)
  where mark.present is not null`;
/** The existing marks of the classes in the file. */
const marksThere = marksOf(`(
    select distinct subject_id, held_on, coalesce(slot, 1) as slot from import_rows
  ) as class
  join class_sessions as session using (subject_id, held_on, slot)`);

/** Finds the student and class of each row and the mark already there; `known_id` is then the row's own number. */
const findMeanings = async ({ tx, dryRun }: Importing): Promise<void> => {
  await findStudentsAndSubjects(
    tx,
    `case when term is not null then ${termOfRow} else (select id from terms
       where deleted_at is null and import_rows.held_on between starts_on and ends_on) end`,
  );
  if (!dryRun) await lockTallies(tx, 'select subject_id from import_rows');
  await tx.query(
    `with stored as materialized (${marksThere})
     update import_rows set slot = coalesce(given.slot, 1),
       is_present = coalesce(given.mark, given.late_is_present, given.late_is_absent) = 'present',
       known_id = case when stored.present is not null then given.row end,
       was_present = stored.present, had_remarks = stored.remarks
     from import_rows as given
     left join stored on stored.subject_id = given.subject_id and stored.held_on = given.held_on
       and stored.slot = coalesce(given.slot, 1) and stored.student_id = given.student_id
     where given.row = import_rows.row`,
  );
  await tx.query('analyze import_rows');
};

const dayCell: Cell = ['heldOn', 'held_on'];

const insertWrongDays = async (judged: Importing): Promise<void> => {
  await insertProblems(
    judged,
    dayCell,
    `'This day is not over yet: only what has been is marked'`,
    `where import_rows.held_on > date '${judged.today}'`,
  );
  await insertProblems(
    judged,
    dayCell,
    `'No term has this day: first move in the terms'`,
    `where import_rows.term is null and num_nulls(import_rows.term_id, import_rows.subject_id) = 2
       and import_rows.held_on <= date '${judged.today}'`,
  );
  await insertOutsideTerm(judged, dayCell);
  await insertProblems(
    judged,
    dayCell,
    `people.name || coalesce(' is enrolled in ' || subjects.name || ' ' || ${daysEnrolled},
       ' is not enrolled in ' || subjects.name) || ', not on this day. “Outside Enrolment” says yes where the mark counts all the same'`,
    `join people on people.id = import_rows.student_id
     join subjects on subjects.id = import_rows.subject_id
     join terms on terms.id = subjects.term_id
       and import_rows.held_on between terms.starts_on and terms.ends_on
     where import_rows.outside is distinct from 'yes' and not ${wasEnrolled('import_rows', 'import_rows.held_on')}`,
  );
};

/** Refuses marks on days that the student's opening balance already covers. */
const insertCountedTwice = (importing: Importing) =>
  insertProblems(
    importing,
    ['heldOn', 'held_on'],
    `people.name || ' has an opening balance in ' || subjects.name || ' until ' || until_on
       || ': a mark of a day up to it would count twice'`,
    `join opening_balances using (student_id, subject_id) join people on people.id = student_id
     join subjects on subjects.id = subject_id where import_rows.held_on <= until_on`,
  );

const word = (present: string): string =>
  `case when ${present} then 'present' when not ${present} then 'absent' end`;

export const pastMarksKind: StoredKind<typeof movedMarkFields> = {
  name: 'past-marks',
  fields: movedMarkFields,
  shown: ['email', 'subject', 'heldOn', 'mark'],
  shownWhenBlank: {
    ...shownForEmail,
    mark: 'coalesce(import_rows.late_is_present, import_rows.late_is_absent)',
  },
  subject: 'subject',
  resolvedColumns: `${studentAndSubject}, add is_present boolean, add was_present boolean, add had_remarks text`,
  lockReferences: lockTermsShared,
  validate: async (importing) => {
    await findMeanings(importing);
    await insertUnknownNamedTerms(importing);
    await insertWrongStudentsAndSubjects(importing);
    await insertWrongDays(importing);
    await insertCountedTwice(importing);
    await insertProblems(
      importing,
      null,
      `'The row has no mark: a column “Mark” says who was there'`,
      `where ${readable} and import_rows.is_present is null`,
    );
  },
  same: 'student_id, subject_id, held_on, slot',
  from: `import_rows as class join people as student on student.id = class.student_id
    join subjects on subjects.id = class.subject_id`,
  id: 'class.row',
  recordName: `student.name || ' in ' || subjects.name || ' on ' || class.held_on`,
  kept: [
    {
      field: 'mark',
      label: 'mark',
      stored: word('class.was_present'),
      given: word('import_rows.is_present'),
    },
    {
      field: 'remarks',
      label: 'remarks',
      stored: 'class.had_remarks',
      given: 'import_rows.remarks',
    },
  ],
  absent: `select people.name || ', ' || subjects.name || ', ' || held_on as name
    from (${marksThere}) as stored join people on people.id = student_id
    join subjects on subjects.id = subject_id
    where not exists (select from import_rows as listed
      where (listed.subject_id, listed.held_on, listed.slot, listed.student_id)
        = (stored.subject_id, stored.held_on, stored.slot, stored.student_id))`,
  exported: {
    cells: {
      ...studentAndSubjectCells,
      heldOn: dayOf('held_on'),
      slot: 'slot',
      mark: word('marked.present'),
      remarks: 'marked.remarks',
      outside: outsideCell('marked'),
    },
    from: `(${marksOf('class_sessions as session')}) as marked ${named('marked')}
      order by held_on, subjects.code, slot, student.email`,
  },
  count: 'select coalesce(sum(marks), 0)::int as n from subject_tallies',
};

const toStore = `(import_rows.known_id is null
  or import_rows.row in (select row from import_changes))`;

/**
 * Adds and changes marks class by class, as if an administrator had submitted them; triggers update history and
 * totals.
 */
const storeMarks = async ({ tx, actorId }: Importing): Promise<void> => {
  // With a plan made for a few rows, each of a hundred thousand would be compared with every other.
  await tx.query('analyze import_changes; analyze (skip_locked) seats');
  // The trigger adds to the totals class by class and needs seats without gaps, so seats are assigned in the order of
  // the next statement.
  await tx.query(
    `insert into seats (subject_id, seat, student_id)
     select subject_id, coalesce((select max(seat) from seats where seats.subject_id = unseated.subject_id), 0)
       + row_number() over (partition by subject_id order by held_on, slot, row), student_id
     from (
       select distinct on (subject_id, student_id) subject_id, student_id, held_on, slot, row
       from import_rows
       where not exists (select from seats where seats.student_id = import_rows.student_id
         and seats.subject_id = import_rows.subject_id)
       order by subject_id, student_id, held_on, slot
     ) as unseated`,
  );
  await tx.query(
    `with given as materialized (
       select subject_id, held_on, slot, seat, is_present, import_rows.remarks
       from import_rows join seats using (subject_id, student_id) where ${toStore}
     ),
     class as materialized (
       select subject_id, held_on, slot, max(seat) as seats from given group by subject_id, held_on, slot
     ),
     stored as materialized (
       select class.subject_id, class.held_on, class.slot, seat, mark.present, mark.remarks, mark.corrected_by
       from class left join class_sessions as session using (subject_id, held_on, slot)
       cross join lateral rows from (
         generate_series(1, greatest(class.seats, cardinality(session.present))),
         unnest(session.present), unnest(session.remarks), unnest(session.corrected_by)
       ) as mark (seat, present, remarks, corrected_by)
     )
     insert into class_sessions as session (subject_id, held_on, slot, version, marked_by, marked_at,
       present, remarks, corrected_by)
     select subject_id, held_on, slot, 1, $1, now(),
       array_agg(coalesce(given.is_present, stored.present) order by seat),
       case when count(coalesce(given.remarks, stored.remarks)) > 0
         then array_agg(coalesce(given.remarks, stored.remarks) order by seat) end,
       array_agg(case when given.seat is null then stored.corrected_by else $1 end order by seat)
     from stored left join given using (subject_id, held_on, slot, seat)
     group by subject_id, held_on, slot
     order by subject_id, held_on, slot
     on conflict (subject_id, held_on, slot) do update
       set version = session.version + 1, marked_by = excluded.marked_by,
         marked_at = excluded.marked_at, present = excluded.present, remarks = excluded.remarks,
         corrected_by = excluded.corrected_by`,
    [actorId],
  );
};

export const pastMarksImport: ListImport<CellsOf<typeof movedMarkFields>> = {
  ...storedImport(pastMarksKind),
  applyChanges: ({ tx }) => countChanged(tx),
  storeNew: async (importing) => {
    const { tx, actorId } = importing;
    const { created, changed } = await tx.one(
      { created: integer, changed: integer },
      `select (count(*) filter (where known_id is null))::int as created,
         (count(*) filter (where known_id is not null))::int as changed
       from import_rows where ${toStore}`,
    );
    if (created + changed === 0) return 0;
    await storeMarks(importing);
    await keepCounts(tx, { kind: 'past-marks', created, changed, actorId });
    return created;
  },
};
