import { type BodyIn, type Term, terms } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

export const termsOptions = queryOptions({
  queryKey: ['subjects', 'terms'],
  queryFn: ({ signal }): Promise<readonly Term[]> => call(terms.listTerms, { signal }),
});

export const termSubjectsOptions = (termId: string) =>
  queryOptions({
    queryKey: ['subjects', 'of-term', termId],
    queryFn: ({ signal }) => call(terms.termSubjects, { params: { termId }, signal }),
  });

export const createTerm = (body: object) =>
  call(terms.createTerm, { body: body as BodyIn<typeof terms.createTerm> });

/**
 * Stores what is sent, as long as `version` is the newest.
 * @throws CallError `conflict` with `RecordChange`s when someone else was faster
 */
export const changeTerm = ({ id, version }: Pick<Term, 'id' | 'version'>, body: object) =>
  call(terms.changeTerm, { params: { termId: id }, body, seen: version });

export const openTerm = (termId: string) => call(terms.openTerm, { params: { termId } });
