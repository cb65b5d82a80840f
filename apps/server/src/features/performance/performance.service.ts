import {
  averageScore,
  distributionSteps,
  type DecliningStudents,
  gradeOf,
  type QueryOf,
  type SchoolPerformance,
  type schoolPerformance as contract,
  type StudentScore,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Actor } from '../../http/call.ts';
import { skippedBy } from '../../http/pages.ts';
import { listDecliningStudents } from './declining.queries.ts';
import { gradesOfTerm } from './grading-scale.queries.ts';
import { scopeOf } from './scope.ts';
import { distributionOf, listScores } from './scores.queries.ts';

export { termsWithResults } from './scope.queries.ts';

type Asked = QueryOf<typeof contract.schoolPerformance>;

export const schoolPerformance = async (
  campus: Campus,
  actor: Actor,
  asked: Asked,
): Promise<SchoolPerformance> => {
  const scope = await scopeOf(campus, actor, asked);
  const steps = await distributionOf(campus.db, scope);
  const students = steps.reduce((sum, step) => sum + step.students, 0);
  const tenths = steps.reduce((sum, step) => sum + step.tenths, 0);
  return {
    term: scope.term,
    subject: scope.subject,
    averageScore: averageScore({ tenths, students }),
    totalStudents: students,
    distribution: Array.from(
      { length: distributionSteps },
      (_, step) => steps.find((one) => one.step === step)?.students ?? 0,
    ),
  };
};

/** One page of the individual list, and how many students match. */
export const studentScores = async (
  campus: Campus,
  actor: Actor,
  query: QueryOf<typeof contract.listStudentScores>,
): Promise<{ rows: StudentScore[]; total: number }> => {
  const scope = await scopeOf(campus, actor, query);
  const { search, sort, order, limit, page } = query;
  const list = { search, sort, order, limit, skip: skippedBy({ limit, page }) };
  const [found, grades] = await Promise.all([
    listScores(campus.db, scope, list),
    gradesOfTerm(campus.db, scope.term?.id ?? null),
  ]);
  const rows = found.map(({ tenths, total: _total, ...row }) => {
    const score = tenths / 10;
    return { ...row, score, letter: gradeOf(grades, score)?.letter ?? '' };
  });
  if (found[0] || list.skip === 0) return { rows, total: found[0]?.total ?? 0 };
  // Beyond the last page no row says how many there are.
  const [first] = await listScores(campus.db, scope, { ...list, limit: 1, skip: 0 });
  return { rows, total: first?.total ?? 0 };
};

export const decliningStudents = async (
  campus: Campus,
  actor: Actor,
  { limit, ...asked }: QueryOf<typeof contract.listDecliningStudents>,
): Promise<DecliningStudents> => {
  const scope = await scopeOf(campus, actor, asked);
  const by = scope.term ? 'month' : 'term';
  const found = await listDecliningStudents(campus.db, scope, by, limit);
  const comparable = found.before !== null;
  return {
    by,
    before: found.before,
    now: comparable ? found.now : null,
    compared: found.compared,
    fallen: found.fallen,
    students: found.students.map(({ before, now, ...student }) => ({
      ...student,
      before: before / 10,
      now: now / 10,
      fall: (before - now) / 10,
    })),
  };
};
