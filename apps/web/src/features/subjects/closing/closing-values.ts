import { addDays, type Term, termFields } from '@campus/contract';
import { draftOf } from '../../../lib/field-values.ts';
import { missingOf, type TermValues } from '../terms/term-values.ts';
import type { ClosingWishes } from './closing.api.ts';

/** What is chosen in the first step. */
export interface ClosingValues {
  /** The id of a planned term, or blank for a new one with the fields of `term`. */
  readonly planned: string;
  readonly term: TermValues;
  readonly semester: boolean;
  readonly year: boolean;
  /** Subjects that are not to be carried over; all others are. */
  readonly left: ReadonlySet<string>;
}

/** Planned terms that can follow this one. */
export const successorsOf = (term: Term, terms: readonly Term[]): readonly Term[] =>
  terms.filter(({ state, startsOn }) => state === 'planned' && startsOn > term.endsOn).toReversed();

export const firstValues = (term: Term, terms: readonly Term[]): ClosingValues => ({
  planned: successorsOf(term, terms)[0]?.id ?? '',
  term: { ...draftOf(termFields, {}), startsOn: addDays(term.endsOn, 1) },
  semester: true,
  year: true,
  left: new Set(),
});

/** A sentence for each field of a new term that is blank. */
export const missingFrom = ({ planned, term }: ClosingValues) => (planned ? {} : missingOf(term));

/** `subjects` are the ids of all subjects of the term, as far as they are known. */
export const wishesOf = (values: ClosingValues, subjects: readonly string[]): ClosingWishes => ({
  next: values.planned
    ? { termId: values.planned }
    : { ...values.term, name: values.term.name.trim() },
  promote: { semester: values.semester, year: values.semester && values.year },
  carrySubjects: values.left.size === 0 ? 'all' : subjects.filter((id) => !values.left.has(id)),
});
