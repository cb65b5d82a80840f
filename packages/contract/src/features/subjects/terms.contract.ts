import { z } from 'zod';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { changeSchema, inputSchema, recordShape } from '../../fields/field-schemas.ts';
import { count, id, isoDate, textOrNull } from '../../values/replies.ts';
import { enrollment } from './subjects.contract.ts';
import { termFields } from './term.fields.ts';

/** A term is planned, then open, then closed for good; at most one is open. */
export const termState = z.enum(['planned', 'open', 'closed']);
export type TermState = z.infer<typeof termState>;

export const term = z.object({
  id,
  ...recordShape(termFields, ['admin']),
  state: termState,
  /** An instant, and the name of the person; null while the term is not closed. */
  closedAt: textOrNull,
  closedBy: textOrNull,
  subjects: count,
  /** First and last day with a mark: the dates of the term cannot cut them off. */
  firstClassOn: isoDate().nullable(),
  lastClassOn: isoDate().nullable(),
  version: z.int(),
});
export type Term = z.infer<typeof term>;

export const listTerms = endpoint('GET /terms', adminOnly, {
  summary: 'All terms, the latest first',
  reply: z.array(term),
});

export const createTerm = endpoint('POST /terms', adminOnly, {
  summary: 'Plan a term; its dates do not overlap with another',
  body: inputSchema(termFields),
  reply: term,
  status: 201,
});

/** Enrolments from the old first day follow a new one. Of a closed term only the name changes. */
export const changeTerm = endpoint('PATCH /terms/:termId', adminOnly, {
  summary: 'Change name or dates of a term',
  body: changeSchema(termFields),
  reply: term,
  ifMatch: true,
});

export const openTerm = endpoint('POST /terms/:termId/open', adminOnly, {
  summary: 'Open a planned term while none is open',
  reply: term,
});

export const termSubjects = endpoint('GET /terms/:termId/subjects', adminOnly, {
  summary: 'The subjects of any term, also of a closed one',
  reply: z.array(enrollment),
});
