import {
  type Grade,
  gradeOf,
  gradePointAverage,
  type MonthOfMarks,
  monthsBetween,
  percentagePresent,
  percentOf,
  type ResultSheet,
  type schoolPerformance,
  type SheetSubject,
  sumOfResults,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { describeAct } from '../../db/acts.ts';
import { countedPage } from '../../db/lists.ts';
import { ListPart } from '../../http/pages.ts';
import { found, notFound } from '../../campus-error.ts';
import type { Handler } from '../../http/call.ts';
import { ownPersonId, requireOwnUnlessAdmin } from '../people/index.ts';
import { noSuchSubject, noSuchTerm } from '../subjects/index.ts';
import { subjectById, termById } from './scope.queries.ts';
import * as queries from './student-results.queries.ts';

/** Fills in the months without results, as 0, from the first month to the last. */
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
    term = found(await termById(campus.db, termId, actor.role === 'admin'), noSuchTerm);
  const months = withoutGaps(chosen.flatMap((one) => one.months));
  const { marks, maxMarks } = sumOfResults(months);
  return {
    term,
    terms: terms.map(({ months: _months, ...one }) => one),
    months,
    total: marks,
    maxMarks,
    score: percentOf({ marks, maxMarks }),
  };
};

const graded = (
  { classes, present, exams, ...subject }: Omit<queries.SubjectOnSheet, 'studentId' | 'termId'>,
  scale: readonly Grade[],
): SheetSubject => {
  const sum = sumOfResults(exams.map((exam) => ({ ...exam, marks: exam.countedMarks })));
  const percent = percentOf(sum);
  const grade = percent === null ? null : gradeOf(scale, percent);
  return {
    ...subject,
    exams: exams.map(({ countedMarks: _counted, ...exam }) => ({
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
};

const sumsOf = (subjects: readonly SheetSubject[]) => {
  const total = sumOfResults(subjects);
  return {
    credits: subjects.reduce(
      (sum, { credits, percent }) => sum + (percent === null ? 0 : credits),
      0,
    ),
    ...total,
    score: percentOf(total),
    gradePointAverage: gradePointAverage(subjects),
  };
};

/** The result sheets of students in the last of these terms. */
const sheetsOf = async (
  campus: Campus,
  students: readonly queries.StudentOnSheet[],
  terms: readonly queries.TermOnSheet[],
): Promise<ResultSheet[]> => {
  const last = found(terms.at(-1), noSuchTerm);
  const rows = await queries.subjectsOnSheets(campus.db, {
    studentIds: students.map(({ id }) => id),
    termIds: terms.map(({ id }) => id),
    today: campus.today(),
  });
  const byStudent = Map.groupBy(rows, ({ studentId }) => studentId);
  return students.map((student) => {
    const byTerm = Map.groupBy(byStudent.get(student.id) ?? [], ({ termId }) => termId);
    const taken = terms.map(({ gradingScale, startsOn: _from, endsOn: _to, ...term }) => ({
      term,
      subjects: (byTerm.get(term.id) ?? []).map(({ studentId: _of, termId: _in, ...subject }) =>
        graded(subject, gradingScale),
      ),
    }));
    const { gradingScale, ...term } = last;
    const subjects = taken.at(-1)?.subjects ?? [];
    return {
      student,
      term,
      subjects,
      ...sumsOf(subjects),
      terms: taken.flatMap((one) =>
        one.subjects.length === 0 ? [] : [{ ...one.term, ...sumsOf(one.subjects) }],
      ),
      allTerms: sumsOf(taken.flatMap((one) => one.subjects)),
      gradingScale,
    };
  });
};

export const resultSheet: Handler<typeof schoolPerformance.resultSheet> = async (call) => {
  const { campus, actor } = call;
  const { email, termId } = call.params;
  requireOwnUnlessAdmin(actor, email);
  const student = await queries.studentOnSheet(campus.db, email, termId);
  if (!student) throw notFound('There is no student with this e-mail.');
  const terms = await queries.termsUpTo(campus.db, termId, actor.role === 'admin');
  const [sheet] = await sheetsOf(campus, [student], terms);
  return found(sheet, noSuchTerm);
};

/** One page of the result sheets of a subject's students. */
export const listResultSheets: Handler<typeof schoolPerformance.listResultSheets> = async (
  call,
) => {
  const { campus, query } = call;
  const { term, subject } = found(
    await subjectById(campus.db, call.params.subjectId),
    noSuchSubject,
  );
  const terms = await queries.termsUpTo(campus.db, term.id, true);
  const asked = { ...query, subjectId: subject.id, today: campus.today() };
  const list = await countedPage(asked, (page) => queries.classOnSheets(campus.db, page));
  describeAct({ count: list.rows.length });
  return new ListPart({ ...list, rows: await sheetsOf(campus, list.rows, terms) });
};
