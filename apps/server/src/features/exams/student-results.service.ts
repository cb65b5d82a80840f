import {
  type examResults,
  percentOf,
  type StudentResult,
  type SubjectResult,
  sumOfResults,
  type TermResults,
} from '@campus/contract';
import type { Handler } from '../../http/call.ts';
import { ownPersonId } from '../people/index.ts';
import { publishedResultsOf, type ResultRow } from './student-results.queries.ts';

const ofSubject = (results: readonly ResultRow[]): SubjectResult[] => {
  const [first] = results;
  if (!first) return [];
  const { subjectId, subjectName, subjectCode } = first;
  const sum = sumOfResults(results.map((one) => ({ ...one, marks: one.countedMarks })));
  return [{ subjectId, subjectName, subjectCode, ...sum, percent: percentOf(sum) }];
};

const latestFirst = (one: StudentResult, other: StudentResult): number =>
  one.heldOn < other.heldOn ? 1 : one.heldOn > other.heldOn ? -1 : 0;

const ofTerm = (rows: readonly ResultRow[]): TermResults[] => {
  const [first] = rows;
  if (!first) return [];
  const results = rows.map(
    ({ term: _term, absentCountsZero: _rule, countedMarks: _counted, ...result }) => result,
  );
  const bySubject = Map.groupBy(rows, ({ subjectId }) => subjectId);
  return [
    {
      term: first.term,
      absentCountsZero: first.absentCountsZero,
      subjects: [...bySubject.values()].flatMap(ofSubject),
      results: results.toSorted(latestFirst),
    },
  ];
};

/** Groups a student's rows by term, in their order. */
export const byTerm = (rows: readonly ResultRow[]): TermResults[] =>
  [...Map.groupBy(rows, ({ term }) => term.id).values()].flatMap(ofTerm);

/** The published results of the student, for themselves or an administrator. */
export const resultsOf: Handler<typeof examResults.studentResults> = async (call) => {
  const studentId = await ownPersonId(call.campus, call.actor, call.params.email, 'student');
  return byTerm(await publishedResultsOf(call.campus.db, studentId));
};
