import type { SchoolPerformance } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { found } from '../../campus-error.ts';
import type { Taught } from '../../db/sql.ts';
import type { Actor } from '../../http/call.ts';
import { noSuchSubject, noSuchTerm, requireTeaching, taughtBy } from '../subjects/index.ts';
import { latestTermWithResults, subjectById, termById } from './scope.queries.ts';

/** The results that are looked at, of everybody who has them. */
export interface Scope {
  /** Null: every term together, or nothing is published yet. */
  readonly term: SchoolPerformance['term'];
  readonly subject: SchoolPerformance['subject'];
  readonly taught: Taught | null;
}

interface Asked {
  readonly termId?: string | undefined;
  readonly subjectId?: string | undefined;
}

const everyTerm = 'all';

/** What is asked for, where the actor may see it, in one or two queries. */
export const scopeOf = async (campus: Campus, actor: Actor, asked: Asked): Promise<Scope> => {
  const { termId, subjectId } = asked;
  const taught = taughtBy(actor, 'grade');
  if (subjectId !== undefined) {
    const known = found(await subjectById(campus.db, subjectId), noSuchSubject);
    requireTeaching(actor, 'grade', { ...known, subjectId });
    const inTerm = termId === undefined || termId === everyTerm || termId === known.term.id;
    if (!inTerm) throw noSuchSubject();
    return { term: known.term, subject: known.subject, taught };
  }
  if (termId === everyTerm) return { term: null, subject: null, taught };
  if (termId === undefined) {
    const latest = await latestTermWithResults(campus.db, taught);
    return { term: latest ?? null, subject: null, taught };
  }
  const term = found(await termById(campus.db, termId), noSuchTerm);
  return { term, subject: null, taught };
};
