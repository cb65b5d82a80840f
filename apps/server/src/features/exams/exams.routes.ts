import { examResults, exams, resultsFile, studentResults } from '@campus/contract';
import type { Mount } from '../../http/mount.ts';
import { addEntry } from './entry.service.ts';
import * as service from './exams.service.ts';
import * as file from './results-file.service.ts';
import * as results from './results.service.ts';
import { resultsOf } from './student-results.service.ts';

export const examsRoutes = (mount: Mount): void => {
  mount(exams, service);
  mount(examResults, { ...results, addEntry });
  mount(resultsFile, file);
  mount(studentResults, { studentResults: resultsOf });
};
