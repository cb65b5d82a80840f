import type { InputOf, IsoDate, Term, termFields, TermState } from '@campus/contract';
import { sql } from 'kysely';
import { type Db, dayOrNull, text, type Transaction } from '../../db/db.ts';
import { insertedId, instant, now, termState } from '../../db/sql.ts';
import { valuesFor } from '../../db/stored-fields.ts';
import { isByAudience } from './audience.queries.ts';
import { termColumns, termSelection } from './term.columns.ts';

type NewTerm = InputOf<typeof termFields>;
export type TermDates = Pick<NewTerm, 'startsOn' | 'endsOn'>;

export interface TermRecord extends NewTerm {
  readonly id: string;
  readonly state: TermState;
  readonly version: number;
}

export const state = sql.raw<TermState>(termState);

const held = (tx: Transaction) =>
  tx
    .selectFrom('terms')
    .where('terms.deleted_at', 'is', null)
    .select(['terms.id', ...termSelection, 'terms.version', state.as('state')]);

/**
 * Locks a term: shared with others ('shared') for changes inside it, exclusively ('exclusive') to change, open or close
 * it. 'none' does not lock.
 */
export const lockTerm = (
  tx: Transaction,
  termId: string,
  lock: 'none' | 'shared' | 'exclusive',
): Promise<TermRecord | undefined> => {
  const term = held(tx).where('terms.id', '=', termId);
  const locked = { none: term, shared: term.forShare(), exclusive: term.forNoKeyUpdate() };
  return locked[lock].executeTakeFirst();
};

/** Locks several terms exclusively, in the order used everywhere. */
export const lockTerms = (tx: Transaction, ids: readonly string[]) =>
  tx
    .selectFrom('terms')
    .where('id', 'in', ids)
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute();

export const termThatIsOpen = (tx: Transaction): Promise<TermRecord | undefined> =>
  held(tx).where('terms.is_open', '=', true).executeTakeFirst();

export const termNamed = (tx: Transaction, name: string): Promise<TermRecord | undefined> =>
  held(tx).where('terms.name', '=', name).executeTakeFirst();

/** A term other than `exceptId` that overlaps these dates. */
export const overlappingTerm = (
  tx: Transaction,
  { startsOn, endsOn }: TermDates,
  exceptId: string | null,
): Promise<TermRecord | undefined> =>
  held(tx)
    .where('terms.starts_on', '<=', endsOn)
    .where('terms.ends_on', '>=', startsOn)
    .where(sql<boolean>`terms.id is distinct from ${exceptId}::bigint`)
    .orderBy('terms.starts_on')
    .limit(1)
    .executeTakeFirst();

/**
 * The first or last day of a marked class, looked up subject by subject: a campus has all classes of ten years. A session
 * with version 0 has not been marked.
 */
const classDay = (which: 'min' | 'max'): string => `(
  select ${which}(held_on) from subjects cross join lateral (
    select held_on from class_sessions where subject_id = subjects.id and version > 0
    order by held_on ${which === 'min' ? 'asc' : 'desc'} limit 1) as class
  where subjects.term_id = terms.id)`;

const examDay = (which: 'min' | 'max'): string => `(
  select ${which}(held_on) from exams join subjects on subjects.id = exams.subject_id
  where subjects.term_id = terms.id and exams.deleted_at is null)`;

export const lastClassDayOf = (db: Db, termId: string) =>
  db.value(dayOrNull, `select ${classDay('max')} from terms where id = $1`, [termId]);

/**
 * SQL for the marked classes and exams that new days of terms (`given`: id, starts_on, ends_on) would leave outside:
 * what `happened`, the `field` to blame and the `reason` for refusing it.
 */
export const leftOutside = (given: string): string => `
  select field, what || ' on ' || day as happened,
    upper(left(what, 1)) || substr(what, 2) || ' on ' || day || '. The term cannot ' || act || ' that day.' as reason
  from (${given}) as given (id, starts_on, ends_on) join terms using (id)
  cross join lateral (values
    ('attendance is marked', ${classDay('min')}, ${classDay('max')}),
    ('an exam is held', ${examDay('min')}, ${examDay('max')})) as held (what, first, last)
  cross join lateral (values
    ('startsOn', first, first < given.starts_on, 'begin after'),
    ('endsOn', last, last > given.ends_on, 'end before')) as side (field, day, is_outside, act)
  where is_outside`;

export const firstLeftOutside = (
  tx: Transaction,
  termId: string,
  { startsOn, endsOn }: TermDates,
) =>
  tx.row(
    { field: text, reason: text },
    `select field, reason
     from (${leftOutside('select $1::bigint, $2::date, $3::date')}) as outside limit 1`,
    [termId, startsOn, endsOn],
  );

/**
 * The same for lists of all terms, where looking into each subject would take seconds: the first class found from that end
 * of the term. No other term has classes on its days.
 */
const classDayWithin = (which: 'asc' | 'desc') => sql<IsoDate | null>`(
  select held_on from class_sessions join subjects on subjects.id = subject_id
  where subjects.term_id = terms.id and class_sessions.version > 0
    and held_on between terms.starts_on and terms.ends_on
  order by held_on ${sql.raw(which)} limit 1)`;

const terms = (db: Db) =>
  db
    .selectFrom('terms')
    .leftJoin('people', 'people.id', 'terms.closed_by')
    .where('terms.deleted_at', 'is', null)
    .select([
      'terms.id',
      ...termSelection,
      state.as('state'),
      sql.raw<string | null>(instant('terms.closed_at')).as('closedAt'),
      'people.name as closedBy',
      'terms.closing_reason as closingReason',
      sql<boolean>`exists (select from terms next where next.id = terms.next_id and next.is_open)`.as(
        'canReopen',
      ),
      sql<number>`(select count(*)::int from subjects where term_id = terms.id)`.as('subjects'),
      classDayWithin('asc').as('firstClassOn'),
      classDayWithin('desc').as('lastClassOn'),
      'terms.version',
    ]);

export const listTerms = (db: Db): Promise<Term[]> =>
  terms(db).orderBy('terms.starts_on', 'desc').execute();

export const termById = (db: Db, id: string): Promise<Term | undefined> =>
  terms(db).where('terms.id', '=', id).executeTakeFirst();

export const insertTerm = (tx: Transaction, term: NewTerm): Promise<string> => {
  const { name, startsOn, endsOn } = term;
  return insertedId(
    tx.insertInto('terms').values({
      ...valuesFor('terms', termColumns, term),
      name,
      starts_on: startsOn,
      ends_on: endsOn,
    }),
  );
};

/** Names subjects of a term in which something stands already: what is marked or planned, and students whom somebody or a file added. */
export const subjectsInUse = (tx: Transaction, termId: string) =>
  tx.rows(
    { name: text, what: text },
    sql`select name || ' (' || code || ')' as name, what from subjects cross join lateral (select case
       when exists (select from class_sessions where subject_id = subjects.id and version > 0)
         then 'has classes with marks'
       when exists (select from exams where subject_id = subjects.id and deleted_at is null)
         then 'has exams'
       when exists (select from assignments where subject_id = subjects.id and deleted_at is null)
         then 'has assignments'
       when exists (select from opening_balances where subject_id = subjects.id)
         then 'has opening balances'
       when exists (select from enrolments where subject_id = subjects.id and not ${isByAudience})
         then 'has students' end as what) as standing
     where term_id = ${termId} and what is not null order by subjects.id`,
  );

export const deleteSubjectsIn = async (tx: Transaction, termId: string, actorId: string) => {
  await tx.query(
    'delete from enrolments using subjects where subjects.id = subject_id and term_id = $1',
    [termId],
  );
  await tx.query(
    `update subjects set term_id = null, carried_from = null, deleted_at = now(), deleted_by = $2, version = version + 1
     where term_id = $1`,
    [termId, actorId],
  );
};

export const markOpen = (tx: Transaction, id: string) =>
  tx.updateTable('terms').set({ is_open: true, opened_at: now }).where('id', '=', id).execute();

/** As `moveFirstDays`, for one term. */
export const moveFirstDay = (tx: Transaction, termId: string, from: IsoDate, to: IsoDate) =>
  moveFirstDays(tx, 'select $1::bigint, $2::date, $3::date', [termId, from, to]);

/**
 * Moves enrolments to the new first day of their terms (`moved`: id, old day, new day): those that began on the old one
 * or before the new one, but for the days of a leave. Students who had left before the new first day keep their dates.
 * What was kept of withdrawn students moves with their enrolments, so that reinstating finds them; an enrolment that a
 * withdrawal deleted stays after the last day. Helpers who begin on the old first day move along unless they end before
 * the new one.
 */
export const moveFirstDays = async (
  tx: Transaction,
  moved: string,
  values: readonly unknown[] = [],
): Promise<void> => {
  const inMoved = `from (${moved}) as moved (id, from_day, to_day) join subjects on term_id = moved.id
    where subject_id = subjects.id and from_day <> to_day`;
  const of = `${inMoved} and (from_on = from_day or from_on < to_day)`;
  const days = 'days_without_leave(to_day, enrolments.to_on, away_from, away_until) as days';
  await tx.query(
    `insert into enrolments (subject_id, student_id, from_on, to_on, added_by, section_id)
     select subject_id, student_id, days.from_on, days.to_on, added_by, section_id
     from (${moved}) as moved (id, from_day, to_day)
     join subjects on term_id = moved.id and to_day < from_day
     join enrolments on subject_id = subjects.id and enrolments.from_on = from_day
     join students on person_id = student_id cross join ${days}
     where days.to_on < enrolments.from_on`,
    values,
  );
  await tx.query(
    `update enrolments set from_on = coalesce((select max(days.from_on)
       from students cross join ${days} where person_id = student_id), to_day)
     ${of} and coalesce(to_on >= to_day, true)`,
    values,
  );
  await tx.query(
    `update subject_teachers set from_on = to_day ${inMoved} and from_on = from_day
       and coalesce(to_on >= to_day, true)`,
    values,
  );
  await tx.query(
    `update withdrawn_enrolments
     set from_on = greatest(to_day, case when from_on > withdrawn_on then withdrawn_on + 1 end)
     ${of} and coalesce(case when from_on > withdrawn_on then to_on else withdrawn_on end >= to_day, true)`,
    values,
  );
};
