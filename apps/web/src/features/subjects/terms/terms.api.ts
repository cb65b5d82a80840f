import { type BodyIn, type Term, terms } from '@campus/contract';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { queryOf, refresh } from '../../../lib/query.ts';

export const termSubjectsQuery = (termId: string) =>
  queryOf(terms.termSubjects, { params: { termId } });

/** After something of terms, subjects or their students has changed. */
export const refreshSubjects = (client: QueryClient): Promise<void> =>
  refresh(client, '/subjects', '/terms', '/enrollments');

export const createTerm = (body: object) =>
  call(terms.createTerm, { body: body as BodyIn<typeof terms.createTerm> });

/**
 * Stores what is sent, as long as `version` is the newest.
 * @throws CallError `conflict` with `RecordChange`s when someone else was faster
 */
export const changeTerm = ({ id, version }: Pick<Term, 'id' | 'version'>, body: object) =>
  call(terms.changeTerm, { params: { termId: id }, body, seen: version });
