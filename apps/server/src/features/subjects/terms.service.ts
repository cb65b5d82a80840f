import type { Term, terms } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { describeAct, discardAct } from '../../db/acts.ts';
import type { Transaction } from '../../db/db.ts';
import { changesBetween, storeVersion } from '../../db/history.ts';
import { now } from '../../db/sql.ts';
import { valuesFor } from '../../db/stored-fields.ts';
import { inLongTransaction, inTransaction } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { exportedList } from '../../http/export-list.ts';
import { found, conflict } from '../../campus-error.ts';
import { invalid, refuseObstacles, requireVersion } from '../../http/refusals.ts';
import { noSuchTerm } from './refusals.ts';
import { listEnrollmentsOf } from './subjects.queries.ts';
import { termColumns } from './term.columns.ts';
import { refuseOverlap, requireDates, requireDeletable, requireOpenable } from './terms.policy.ts';
import { lockSubjectsIn } from './term-reopening.queries.ts';
import * as closing from './term-closing.queries.ts';
import { subjectTable } from './subject.columns.ts';
import * as queries from './terms.queries.ts';

export const listTerms: Handler<typeof terms.listTerms> = ({ campus }) =>
  queries.listTerms(campus.db);

export const exportTerms = exportedList<typeof terms.listTerms>(listTerms, [
  ['Name', 'text', (row) => row.name],
  ['First day', 'day', (row) => row.startsOn],
  ['Last day', 'day', (row) => row.endsOn],
  ['State', 'text', (row) => row.state],
  ['Subjects', 'number', (row) => row.subjects],
]);

const enrolledTwice =
  'A student who was dropped and enrolled again would be enrolled twice on some days. Choose other days for the term.';

/** For requests that pass the checks and then lose a race. */
export const termDuplicates = {
  terms_name_key: 'There is a term with this name already.',
  terms_do_not_overlap: 'These days overlap with another term. Terms follow each other.',
  terms_one_open: 'Another term is open already.',
  enrolments_do_not_overlap: enrolledTwice,
  enrolments_subject_id_student_id_from_on_key: enrolledTwice,
  subject_teachers_once:
    'Somebody would help in a subject twice from the same day on. Choose another first day for the term.',
};

const read = async ({ db }: Campus, id: string): Promise<Term> =>
  found(await queries.termById(db, id), noSuchTerm);

export const createTerm: Handler<typeof terms.createTerm> = async ({ campus, body }) => {
  requireDates(body);
  const id = await inTransaction(campus.db, termDuplicates, async (tx) => {
    refuseOverlap(await queries.overlappingTerm(tx, body, null));
    const added = await queries.insertTerm(tx, body);
    describeAct({ recordId: added });
    return added;
  });
  return read(campus, id);
};

/** Locks a term exclusively, does the work and returns the term as it is afterwards. */
const withTerm = async (
  campus: Campus,
  termId: string,
  work: (tx: Transaction, term: queries.TermRecord) => Promise<void>,
): Promise<Term> => {
  await inLongTransaction(campus.db, termDuplicates, async (tx) =>
    work(tx, found(await queries.lockTerm(tx, termId, 'exclusive'), noSuchTerm)),
  );
  return read(campus, termId);
};

export const changeTerm: Handler<typeof terms.changeTerm> = (call) =>
  withTerm(call.campus, call.params.termId, async (tx, term) => {
    const { actor, body, seen } = call;
    await requireVersion(tx, 'term', term, seen);
    const changes = changesBetween(term, body);
    if (changes.length === 0) return discardAct();
    const wanted = { ...term, ...body };
    if (changes.some(({ field }) => field !== 'name')) {
      if (term.state === 'closed')
        throw conflict(`${term.name} is closed: only its name can be changed.`);
      requireDates(wanted);
      const outside = await queries.firstLeftOutside(tx, term.id, wanted);
      if (outside) throw invalid(outside.field, outside.reason);
      refuseOverlap(await queries.overlappingTerm(tx, wanted, term.id));
    }
    const columns = valuesFor('terms', termColumns, body);
    await storeVersion(tx, 'term', term.id, columns, { changes, actorId: actor.id });
    if (wanted.startsOn !== term.startsOn)
      await queries.moveFirstDay(tx, term.id, term.startsOn, wanted.startsOn);
  });

export const openTerm: Handler<typeof terms.openTerm> = ({ campus, params }) =>
  withTerm(campus, params.termId, async (tx, term) => {
    if (term.state === 'open') return discardAct();
    requireOpenable(term, await queries.termThatIsOpen(tx));
    await closing.lockStudents(tx);
    await queries.markOpen(tx, term.id);
    await closing.enrolEverybody(tx, term.id, []);
  });

/** Deletes a planned term with its subjects; refused once anything is planned in them. */
export const deleteTerm: Handler<typeof terms.deleteTerm> = ({ campus, actor, params }) =>
  inLongTransaction(campus.db, async (tx) => {
    const term = found(await queries.lockTerm(tx, params.termId, 'exclusive'), noSuchTerm);
    requireDeletable(term);
    await lockSubjectsIn(tx, term.id);
    refuseObstacles(
      await queries.subjectsInUse(tx, term.id),
      `${term.name} cannot be deleted: something is planned in it`,
    );
    await queries.deleteSubjectsIn(tx, term.id, actor.id);
    const by = { actorId: actor.id, changes: [] };
    await storeVersion(tx, 'term', term.id, { deleted_at: now, deleted_by: by.actorId }, by);
  });

export const termSubjects: Handler<typeof terms.termSubjects> = async ({ campus, params }) => {
  await read(campus, params.termId);
  return listEnrollmentsOf(campus.db, params.termId, campus.today());
};

export const exportTermSubjects = exportedList<typeof terms.termSubjects>(
  termSubjects,
  subjectTable,
);
