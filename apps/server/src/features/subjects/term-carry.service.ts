import type { TermCarry, terms } from '@campus/contract';
import { describeAct, discardAct } from '../../db/acts.ts';
import { inLongTransaction } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { conflict, found } from '../../campus-error.ts';
import { noSuchTerm } from './refusals.ts';
import * as closing from './term-closing.queries.ts';
import { chosenSubjects, shownSubject } from './term-closing.service.ts';
import * as queries from './terms.queries.ts';

/** Copies subjects of the open term into a planned one. Students are enrolled when that term opens. */
export const carryOver: Handler<typeof terms.carryOver> = ({ campus, params, query, body }) =>
  inLongTransaction(campus.db, async (tx): Promise<TermCarry> => {
    const open = await queries.termThatIsOpen(tx);
    if (!query.dryRun) await queries.lockTerms(tx, [params.termId, ...(open ? [open.id] : [])]);
    const term = found(await queries.lockTerm(tx, params.termId, 'none'), noSuchTerm);
    if (term.state !== 'planned')
      throw conflict(`${term.name} is ${term.state}. Subjects are carried into a planned term.`);
    const from = open && (await queries.lockTerm(tx, open.id, 'none'));
    if (from?.state !== 'open') throw conflict('No term is open: there is nothing to carry over.');
    const steps = (await closing.standings(tx, [])).map((at) => ({ from: at, to: at }));
    const all = await closing.subjectsToCarry(tx, from.id, term, steps);
    const carried = chosenSubjects(all, body.subjects, 'subjects');
    if (!query.dryRun) {
      if (carried.length === 0) discardAct();
      await closing.carrySubjects(
        tx,
        carried.map(({ id }) => id),
        term.id,
      );
      describeAct({ recordId: term.id, count: carried.length });
    }
    return {
      dryRun: query.dryRun,
      from: { id: from.id, name: from.name },
      subjects: all.map((row) => ({ ...shownSubject(row), there: row.there })),
      carried: carried.length,
    };
  });
