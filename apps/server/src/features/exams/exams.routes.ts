import { examResults, exams, resultsFile, studentResults } from '@campus/contract';
import type { Mount } from '../../http/mount.ts';
import { addEntry } from './entry.service.ts';
import * as service from './exams.service.ts';
import { exportResults, importResults } from './results-file.service.ts';
import * as results from './results.service.ts';
import { resultsOf } from './student-results.service.ts';

export const examsRoutes = (mount: Mount): void => {
  mount(exams.listExamTerms, service.listExamTerms);
  mount(exams.listExamSubjects, service.listExamSubjects);
  mount(exams.listExams, service.listExams);
  mount(exams.createExam, service.createExam);
  mount(exams.changeExam, service.changeExam);
  mount(exams.deleteExam, service.deleteExam);
  mount(exams.publishExam, service.publishExam);
  mount(exams.withdrawExam, service.withdrawExam);

  mount(examResults.readExam, results.readExam);
  mount(examResults.saveResults, results.saveResults);
  mount(examResults.findStudent, results.findStudent);
  mount(examResults.addEntry, addEntry);
  mount(examResults.examHistory, results.examHistory);

  mount(resultsFile.exportResults, exportResults);
  mount(resultsFile.importResults, importResults);

  mount(studentResults.studentResults, resultsOf);
};
