import { type BodyIn, termClosing, type TermClosing } from '@campus/contract';
import { call } from '../../../lib/call.ts';

export type ClosingWishes = Omit<BodyIn<typeof termClosing.closeTerm>, 'plan'>;

/** What closing the term would do. Nothing is changed. */
export const planClosing = (termId: string, body: ClosingWishes): Promise<TermClosing> =>
  call(termClosing.closeTerm, { params: { termId }, query: { dryRun: 'true' }, body, slow: true });

/**
 * Closes the term and opens the next, exactly as planned.
 * @throws CallError `conflict` when the campus has changed since, or the term is closed already
 */
export const closeTerm = (
  termId: string,
  wishes: ClosingWishes,
  plan: string,
): Promise<TermClosing> =>
  call(termClosing.closeTerm, { params: { termId }, body: { ...wishes, plan }, slow: true });
