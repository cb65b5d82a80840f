import { gradingScales, resultSheets, schoolPerformance } from '@campus/contract';
import type { Mount } from '../../http/mount.ts';
import * as scales from './grading-scale.service.ts';
import * as service from './performance.service.ts';
import * as results from './student-results.service.ts';

export const performanceRoutes = (mount: Mount): void => {
  mount(schoolPerformance, { ...service, ...results });
  mount(resultSheets, results);
  mount(gradingScales, scales);
};
