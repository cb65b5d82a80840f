import { gradingScales, resultSheets, schoolPerformance } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import { describePage } from '../../http/pages.ts';
import { taughtBy } from '../subjects/index.ts';
import * as scales from './grading-scale.service.ts';
import * as service from './performance.service.ts';
import * as results from './student-results.service.ts';

export const performanceRoutes = (mount: Mount, campus: Campus): void => {
  mount(schoolPerformance.performanceChoices, ({ actor }) =>
    service.termsWithResults(campus.db, taughtBy(actor)),
  );
  mount(schoolPerformance.schoolPerformance, ({ actor, query }) =>
    service.schoolPerformance(campus, actor, query),
  );
  mount(schoolPerformance.listStudentScores, async ({ actor, query, request, reply }) => {
    const { rows, total } = await service.studentScores(campus, actor, query);
    describePage(request, reply, { total, next: undefined });
    return rows;
  });
  mount(schoolPerformance.listDecliningStudents, ({ actor, query }) =>
    service.decliningStudents(campus, actor, query),
  );
  mount(schoolPerformance.monthlyMarks, ({ actor, params, query }) =>
    results.monthlyMarks(campus, actor, params.email, query.termId),
  );
  mount(resultSheets.resultSheet, ({ actor, params }) =>
    results.resultSheet(campus, actor, params.email, params.termId),
  );
  mount(gradingScales.readGradingScale, () => scales.currentScale(campus.db));
  mount(gradingScales.setGradingScale, ({ actor, body, seen }) =>
    scales.setGradingScale(campus, actor, body.grades, seen),
  );
  mount(gradingScales.gradingScaleHistory, () => scales.latestScales(campus.db, null));
};
