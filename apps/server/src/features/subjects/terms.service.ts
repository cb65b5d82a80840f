import type { BodyOf, Enrollment, Term, terms } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { refuseDuplicates } from '../../db/constraints.ts';
import { changesBetween, storeVersion } from '../../db/history.ts';
import { isRecordId } from '../../db/record-id.ts';
import { valuesFor } from '../../db/stored-fields.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../campus-error.ts';
import { requireSeen } from '../../http/refusals.ts';
import { noSuchTerm } from './refusals.ts';
import { listEnrollmentsOf } from './subjects.queries.ts';
import { termColumns } from './term.columns.ts';
import { refuseOverlap, requireDates, requireExamDays, requireOpenable } from './terms.policy.ts';
import * as queries from './terms.queries.ts';

export { listTerms } from './terms.queries.ts';

/** For those who lose a race that the checks before did not see. */
export const termDuplicates = {
  terms_name_key: 'There is a term with this name already.',
  terms_do_not_overlap: 'These days overlap with another term. Terms follow each other.',
  terms_one_open: 'Another term is open already.',
};

const read = async (campus: Campus, id: string): Promise<Term> => {
  const term = await queries.termById(campus.db, id);
  if (!term) throw noSuchTerm();
  return term;
};

export const createTerm = async (
  campus: Campus,
  input: BodyOf<typeof terms.createTerm>,
): Promise<Term> => {
  requireDates(input, { first: null, last: null });
  const id = await refuseDuplicates(termDuplicates, () =>
    inTransaction(campus.db, async (tx) => {
      refuseOverlap(await queries.overlappingTerm(tx, input, null));
      return queries.insertTerm(tx, input);
    }),
  );
  return read(campus, id);
};

/** Changes name or dates; `seen` is the version the screen started from. */
export const changeTerm = async (
  campus: Campus,
  actor: Actor,
  termId: string,
  input: BodyOf<typeof terms.changeTerm>,
  seen: number | null,
): Promise<Term> => {
  if (!isRecordId(termId)) throw noSuchTerm();
  await refuseDuplicates(termDuplicates, () =>
    inTransaction(campus.db, async (tx) => {
      const term = await queries.holdTerm(tx, termId, 'alone');
      if (!term) throw noSuchTerm();
      await requireSeen(tx, 'term', { id: termId, version: term.version }, seen);
      const changes = changesBetween(term, input);
      if (changes.length === 0) return;
      const wanted = { ...term, ...input };
      if (changes.some(({ field }) => field !== 'name')) {
        if (term.state === 'closed')
          throw new CampusError(
            'conflict',
            `${term.name} is closed: only its name can be changed.`,
          );
        requireDates(wanted, await queries.classDaysOf(tx, termId));
        requireExamDays(wanted, await queries.examDaysOf(tx, termId));
        refuseOverlap(await queries.overlappingTerm(tx, wanted, termId));
      }
      const columns = valuesFor('terms', termColumns, input);
      await storeVersion(tx, 'term', termId, columns, { changes, actorId: actor.id });
      if (wanted.startsOn !== term.startsOn)
        await queries.moveFirstDay(tx, termId, term.startsOn, wanted.startsOn);
    }),
  );
  return read(campus, termId);
};

export const openTerm = async (campus: Campus, termId: string): Promise<Term> => {
  if (!isRecordId(termId)) throw noSuchTerm();
  await refuseDuplicates(termDuplicates, () =>
    inTransaction(campus.db, async (tx) => {
      const term = await queries.holdTerm(tx, termId, 'alone');
      if (!term) throw noSuchTerm();
      if (term.state === 'open') return;
      requireOpenable(term, await queries.termThatIsOpen(tx));
      await queries.markOpen(tx, termId);
    }),
  );
  return read(campus, termId);
};

export const termSubjects = async (campus: Campus, termId: string): Promise<Enrollment[]> => {
  if (!isRecordId(termId)) throw noSuchTerm();
  await read(campus, termId);
  return listEnrollmentsOf(campus.db, termId);
};
