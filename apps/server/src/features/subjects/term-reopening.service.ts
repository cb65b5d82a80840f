import type { terms } from '@campus/contract';
import { countsInWords } from '../../counts-in-words.ts';
import { actAs, storeVersion } from '../../db/history.ts';
import { now, rowWith } from '../../db/sql.ts';
import { inLongTransaction } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { found } from '../../campus-error.ts';
import { refuseObstacles } from '../../http/refusals.ts';
import { noSuchTerm } from './refusals.ts';
import * as reopening from './term-reopening.queries.ts';
import { requireReopenable } from './terms.policy.ts';
import * as queries from './terms.queries.ts';
import { termDuplicates } from './terms.service.ts';
import { restoreEnrolments } from './withdrawal.queries.ts';
import { reinstate } from './withdrawal.service.ts';

type Standing = Awaited<ReturnType<typeof reopening.dependentsInNextTerm>>[number];

const inWords = ({ name, created, ...standing }: Standing) => ({
  name,
  what:
    countsInWords([
      [standing.classes, 'class with marks', 'classes with marks'],
      [standing.results, 'exam result'],
      [standing.handIns, 'hand-in'],
      [standing.balances, 'opening balance'],
      [standing.exams, 'exam'],
      [standing.assignments, 'assignment'],
      [standing.enrolments, 'enrolment by hand or by a file', 'enrolments by hand or by a file'],
      [standing.divided, 'student in a section', 'students in sections'],
      [standing.changes, 'change'],
    ]) || (created > 0 ? 'is new' : ''),
});

/** Undoes the closing of a term, all or nothing; refused once anything depends on it. */
export const reopenTerm: Handler<typeof terms.reopenTerm> = async (call) => {
  const { campus, actor } = call;
  const { termId } = call.params;
  await inLongTransaction(campus.db, termDuplicates, async (tx) => {
    await actAs(tx, actor.id);
    const { next_id: nextId, next_is_new: nextIsNew } = found(
      await reopening.nextTermOf(tx, termId),
      noSuchTerm,
    );
    await queries.lockTerms(tx, nextId ? [termId, nextId] : [termId]);
    const term = found(await queries.lockTerm(tx, termId, 'exclusive'), noSuchTerm);
    const next = nextId ? await queries.lockTerm(tx, nextId, 'exclusive') : undefined;
    requireReopenable(term, next);
    const closed = { termId, nextId: nextId!, nextIsNew };
    await reopening.lockSubjectsIn(tx, closed.nextId);
    await reopening.lockStudentsOf(tx, closed);
    const standing = await reopening.dependentsInNextTerm(tx, closed);
    refuseObstacles(
      [
        ...standing.map((subject) => inWords(subject)).filter(({ what }) => what !== ''),
        ...(await reopening.studentsWrittenSince(tx, closed)),
      ],
      `The closing of ${term.name} cannot be undone: something was written since`,
    );
    const { closed_at: closedAt } = (await rowWith(tx, 'terms', { id: termId }, ['closed_at']))!;
    await reopening.clearNextTerm(tx, closed, actor.id);
    const by = (after: string) => ({
      changes: [{ field: 'state', before: after === 'open' ? 'closed' : 'open', after }],
      actorId: actor.id,
    });
    const notOpen = { is_open: false, opened_at: null };
    await (nextIsNew
      ? storeVersion(
          tx,
          'term',
          closed.nextId,
          { ...notOpen, deleted_at: now, deleted_by: actor.id },
          by('deleted'),
        )
      : storeVersion(tx, 'term', closed.nextId, notOpen, by('planned')));
    const open = {
      is_open: true,
      closed_at: null,
      closed_by: null,
      absent_counts_zero: null,
      closing_reason: null,
      next_id: null,
      next_is_new: false,
    };
    await storeVersion(tx, 'term', termId, open, by('open'));
    const graduates = await reopening.graduatesOf(tx, termId);
    await reopening.restoreClosedTerm(tx, termId);
    await reinstate(tx, graduates);
    await restoreEnrolments(tx, await reopening.reinstatedSince(tx, termId));
    await reopening.enrolNewSince(tx, termId, closedAt!, campus.today());
  });
  return found(await queries.termById(campus.db, termId), noSuchTerm);
};
