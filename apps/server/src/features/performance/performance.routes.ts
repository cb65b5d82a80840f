import { gradingScales, resultSheets, schoolPerformance } from '@campus/contract';
import type { Mount } from '../../http/mount.ts';
import * as scales from './grading-scale.service.ts';
import * as service from './performance.service.ts';
import * as results from './student-results.service.ts';

export const performanceRoutes = (mount: Mount): void => {
  mount(schoolPerformance.performanceChoices, service.performanceChoices);
  mount(schoolPerformance.schoolPerformance, service.schoolPerformance);
  mount(schoolPerformance.listStudentScores, service.listStudentScores);
  mount(schoolPerformance.listDecliningStudents, service.decliningStudents);
  mount(schoolPerformance.monthlyMarks, results.monthlyMarks);
  mount(resultSheets.resultSheet, results.resultSheet);
  mount(gradingScales.readGradingScale, ({ campus }) => scales.currentScale(campus.db));
  mount(gradingScales.setGradingScale, scales.setGradingScale);
  mount(gradingScales.gradingScaleHistory, ({ campus }) => scales.latestScales(campus.db, null));
};
