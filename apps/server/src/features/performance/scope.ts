import type { SchoolPerformance } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { found } from '../../campus-error.ts';
import type { TeachingScope } from '../../db/sql.ts';
import type { Actor } from '../../http/call.ts';
import { noSuchSubject, noSuchTerm, requireTeaching, teachingScope } from '../subjects/index.ts';
import { subjectById, termById, termsWithResults } from './scope.queries.ts';

/** Which results are looked at. */
export interface Scope {
  /** Null: all terms together, or nothing is published yet. */
  readonly term: SchoolPerformance['term'];
  readonly subject: SchoolPerformance['subject'];
  readonly taught: TeachingScope | null;
}

interface Asked {
  readonly termId?: string | undefined;
  readonly subjectId?: string | undefined;
}

const everyTerm = 'all';

/** The scope asked for, if the actor may see it; takes one or two queries. */
export const scopeOf = async (campus: Campus, actor: Actor, asked: Asked): Promise<Scope> => {
  const { termId, subjectId } = asked;
  const taught = teachingScope(actor, 'grade');
  if (subjectId !== undefined) {
    const known = found(await subjectById(campus.db, subjectId), noSuchSubject);
    requireTeaching(actor, 'grade', { ...known, subjectId });
    const inTerm = termId === undefined || termId === everyTerm || termId === known.term.id;
    if (!inTerm) throw noSuchSubject();
    return { term: known.term, subject: known.subject, taught };
  }
  if (termId === everyTerm) return { term: null, subject: null, taught };
  if (termId === undefined) {
    const [latest] = await termsWithResults(campus.db, taught, 1);
    const term = latest ? { id: latest.id, name: latest.name } : null;
    return { term, subject: null, taught };
  }
  const term = found(await termById(campus.db, termId, taught === null), noSuchTerm);
  return { term, subject: null, taught };
};
