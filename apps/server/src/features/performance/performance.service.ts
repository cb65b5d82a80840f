import {
  averageScore,
  type DecliningStudents,
  distributionSteps,
  gradeOf,
  type schoolPerformance as contract,
} from '@campus/contract';
import { countedPage } from '../../db/lists.ts';
import type { Handler } from '../../http/call.ts';
import { exportedList, exportedTable } from '../../http/export-list.ts';
import { ListPart } from '../../http/pages.ts';
import { teachingScope } from '../subjects/index.ts';
import * as declining from './scores.queries.ts';
import { distributionOf, listScores } from './scores.queries.ts';
import { gradesOfTerm } from './grading-scale.queries.ts';
import { allWithResults, subjectsWithResults, termsWithResults } from './scope.queries.ts';
import { scopeOf } from './scope.ts';

export const performanceTerms: Handler<typeof contract.performanceTerms> = ({ campus, actor }) =>
  termsWithResults(campus.db, teachingScope(actor, 'grade'));

export const performanceSubjects: Handler<typeof contract.performanceSubjects> = (call) =>
  subjectsWithResults(call.campus.db, teachingScope(call.actor, 'grade'), call.query.termId);

export const performanceChoices: Handler<typeof contract.performanceChoices> = (call) =>
  allWithResults(call.campus.db, teachingScope(call.actor, 'grade'));

export const schoolPerformance: Handler<typeof contract.schoolPerformance> = async (call) => {
  const { campus, actor, query } = call;
  const scope = await scopeOf(campus, actor, query);
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

/** One page of the list of students, and how many match. */
export const listStudentScores: Handler<typeof contract.listStudentScores> = async (call) => {
  const { campus, actor, query } = call;
  const scope = await scopeOf(campus, actor, query);
  const [list, grades] = await Promise.all([
    countedPage(query, (page) => listScores(campus.db, scope, page)),
    gradesOfTerm(campus.db, scope.term?.id ?? null),
  ]);
  const rows = list.rows.map(({ tenths, ...row }) => {
    const score = tenths / 10;
    return { ...row, score, letter: gradeOf(grades, score)?.letter ?? '' };
  });
  return new ListPart({ ...list, rows });
};

export const listDecliningStudents: Handler<typeof contract.listDecliningStudents> = async (
  call,
) => {
  const { campus, actor } = call;
  const { limit, ...asked } = call.query;
  const scope = await scopeOf(campus, actor, asked);
  const by = scope.term ? 'month' : 'term';
  const list = await declining.listDecliningStudents(campus.db, scope, by, limit);
  return {
    by,
    before: list.before,
    now: list.before === null ? null : list.now,
    compared: list.compared,
    fallen: list.fallen,
    students: list.students.map(({ before, now, ...student }) => ({
      ...student,
      before: before / 10,
      now: now / 10,
      fall: (before - now) / 10,
    })),
  };
};

export const exportDecliningStudents = exportedTable<
  typeof contract.listDecliningStudents,
  DecliningStudents['students'][number]
>(listDecliningStudents, ({ students, before, now }) => ({
  rows: students,
  columns: [
    ['Name', 'text', (row) => row.studentName],
    ['Email', 'text', (row) => row.studentEmail],
    ['Roll Number', 'text', (row) => row.studentRollNo],
    [before ?? 'Before', 'percent', (row) => row.before],
    [now ?? 'Now', 'percent', (row) => row.now],
    ['Fall', 'number', (row) => row.fall],
  ],
}));

export const exportStudentScores = exportedList<typeof contract.listStudentScores>(
  listStudentScores,
  [
    ['Name', 'text', (row) => row.studentName],
    ['Email', 'text', (row) => row.studentEmail],
    ['Roll Number', 'text', (row) => row.studentRollNo],
    ['Score', 'percent', (row) => row.score],
    ['Grade', 'text', (row) => row.letter],
    ['Results', 'number', (row) => row.results],
    ['Absent', 'number', (row) => row.absent],
  ],
);
