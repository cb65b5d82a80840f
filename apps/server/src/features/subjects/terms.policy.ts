import { conflict } from '../../campus-error.ts';
import { invalid } from '../../http/refusals.ts';
import type { TermDates, TermRecord } from './terms.queries.ts';

/** Requires the last day not to be before the first. `prefix` is the path of the dates in the request. */
export const requireDates = ({ startsOn, endsOn }: TermDates, prefix = ''): void => {
  if (endsOn < startsOn)
    throw invalid(
      `${prefix}endsOn`,
      `The last day (${endsOn}) is before the first day (${startsOn}).`,
    );
};

/** `other` is a term that overlaps the wanted dates, `field` the one to blame. */
export const refuseOverlap = (other: TermRecord | undefined, field = 'startsOn'): void => {
  if (other)
    throw invalid(
      field,
      `These days overlap with ${other.name} (${other.startsOn} to ${other.endsOn}). Terms follow each other.`,
    );
};

/** Requires the term to be open, with no marked class after its last day. */
export const requireClosable = (term: TermRecord, lastClass: string | null): void => {
  if (term.state !== 'open')
    throw conflict(
      term.state === 'closed' ? `${term.name} is closed already.` : `${term.name} is not open.`,
    );
  if (lastClass !== null && lastClass > term.endsOn)
    throw invalid(
      'term',
      `Attendance is marked on ${lastClass}, after the last day of ${term.name} (${term.endsOn}). Move the last day first.`,
    );
};

/** Closing before the last day needs a reason. */
export const requireReason = (
  { name, endsOn }: TermRecord,
  reason: string | null,
  today: string,
): void => {
  if (endsOn > today && reason === null)
    throw invalid('reason', `${name} runs until ${endsOn}. Say why it is closed before that day.`);
};

/** `next` is the term that the closing opened. */
export const requireReopenable = (term: TermRecord, next: TermRecord | undefined): void => {
  if (term.state !== 'closed') throw conflict(`${term.name} is not closed.`);
  if (!next) throw conflict(`${term.name} is closed for good. Plan a new term.`);
  if (next.state !== 'open')
    throw conflict(`${next.name} is ${next.state} by now: undo its closing first.`);
};

/** Refuses a term that cannot be opened; `open` is the term that is open now. */
export const requireOpenable = (term: TermRecord, open: TermRecord | undefined): void => {
  if (term.state === 'closed') throw conflict(`${term.name} is closed for good. Plan a new term.`);
  if (open) throw conflict(`${open.name} is open. Close it first: closing it opens the next term.`);
};

export const requireDeletable = (term: TermRecord): void => {
  if (term.state !== 'planned')
    throw conflict(`${term.name} is ${term.state}. Only a planned term can be deleted.`);
};
