import {
  gradeOf,
  gradePointAverage,
  type MonthOfMarks,
  monthsBetween,
  percentagePresent,
  percentOf,
  type schoolPerformance,
  sumOfResults,
} from '@campus/contract';
import { found, notFound } from '../../campus-error.ts';
import type { Handler } from '../../http/call.ts';
import { ownPersonId, requireOwn } from '../people/index.ts';
import { noSuchTerm } from '../subjects/index.ts';
import { gradesOfTerm } from './grading-scale.queries.ts';
import { termById } from './scope.queries.ts';
import * as queries from './student-results.queries.ts';

/** Every month from the first to the last; one without a result is all 0. */
const withoutGaps = (months: readonly MonthOfMarks[]): MonthOfMarks[] => {
  const sorted = months.toSorted((one, other) => (one.month < other.month ? -1 : 1));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return [];
  return monthsBetween(first.month, last.month).map((month) =>
    sorted
      .filter((one) => one.month === month)
      .reduce(
        (sum, one) => ({
          month,
          marks: sum.marks + one.marks,
          maxMarks: sum.maxMarks + one.maxMarks,
          exams: sum.exams + one.exams,
          absent: sum.absent + one.absent,
        }),
        { month, marks: 0, maxMarks: 0, exams: 0, absent: 0 },
      ),
  );
};

export const monthlyMarks: Handler<typeof schoolPerformance.monthlyMarks> = async (call) => {
  const { campus, actor, params } = call;
  const { termId } = call.query;
  const studentId = await ownPersonId(campus, actor, params.email, 'student');
  const terms = await queries.termsOfMarks(campus.db, studentId);
  const chosen =
    termId === 'all'
      ? terms
      : terms.filter(({ id }, index) => (termId === undefined ? index === 0 : id === termId));
  const [first] = chosen;
  let term = termId !== 'all' && first ? { id: first.id, name: first.name } : null;
  if (termId !== undefined && termId !== 'all' && !term)
    term = found(await termById(campus.db, termId), noSuchTerm);
  const months = withoutGaps(chosen.flatMap((one) => one.months));
  const { marks, maxMarks } = sumOfResults(months);
  return {
    term,
    terms: terms.map(({ id, name }) => ({ id, name })),
    months,
    total: marks,
    maxMarks,
    score: percentOf({ marks, maxMarks }),
  };
};

export const resultSheet: Handler<typeof schoolPerformance.resultSheet> = async (call) => {
  const { campus, actor } = call;
  const { email, termId } = call.params;
  requireOwn(actor, email);
  const head = await queries.sheetHead(campus.db, email, termId);
  const { student, term } = head;
  if (!student) throw notFound('There is no student with this e-mail.');
  if (!term) throw noSuchTerm();
  const today = campus.today();
  const on = today < term.endsOn ? today : term.endsOn;
  const [known, gradingScale] = await Promise.all([
    queries.subjectsOnSheet(campus.db, { studentId: student.id, termId: term.id, on }),
    gradesOfTerm(campus.db, term.id),
  ]);
  const subjects = known.map(({ classes, present, exams, ...subject }) => {
    const sum = sumOfResults(exams);
    const percent = percentOf(sum);
    const grade = percent === null ? null : gradeOf(gradingScale, percent);
    return {
      ...subject,
      exams: exams.map((exam) => ({
        ...exam,
        percent:
          exam.marks === null ? null : percentOf({ marks: exam.marks, maxMarks: exam.maxMarks }),
      })),
      ...sum,
      percent,
      letter: grade?.letter ?? null,
      points: grade?.points ?? null,
      attendancePercentage: percentagePresent(present, classes),
    };
  });
  const total = sumOfResults(subjects);
  return {
    student,
    term,
    subjects,
    ...total,
    score: percentOf(total),
    gradePointAverage: gradePointAverage(subjects),
    gradingScale,
  };
};
