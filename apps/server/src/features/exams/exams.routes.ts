import { examResults, exams, resultsFile, studentResults } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { versionOf } from '../../http/if-match.ts';
import type { Mount } from '../../http/mount.ts';
import { describePage } from '../../http/pages.ts';
import { type FileRules, withFile } from '../../http/receive-file.ts';
import { addEntry } from './entry.service.ts';
import * as service from './exams.service.ts';
import { exportResults, importResults } from './results-file.service.ts';
import * as results from './results.service.ts';
import { studentResults as resultsOf } from './student-results.service.ts';

const fileRules: FileRules = {
  onlyCsv: true,
  tooLarge: 'The file is larger than 2 MB: it is no list of one class.',
};

export const examsRoutes = (mount: Mount, campus: Campus): void => {
  mount(exams.listExamTerms, ({ actor }) => service.examTerms(campus, actor));
  mount(exams.listExamSubjects, ({ actor, query }) =>
    service.examSubjects(campus, actor, query.termId),
  );
  mount(exams.listExams, async ({ actor, query, request, reply }) => {
    const { exams: rows, total } = await service.listExams(campus, actor, query);
    describePage(request, reply, { total, next: undefined });
    return rows;
  });
  mount(exams.createExam, ({ actor, body }) => service.createExam(campus, actor, body));
  mount(exams.changeExam, ({ actor, params, body, request }) =>
    service.changeExam(
      campus,
      actor,
      params.examId,
      body,
      versionOf(request.headers['if-match'], 'fields'),
    ),
  );
  mount(exams.deleteExam, async ({ actor, params }) => {
    await service.deleteExam(campus, actor, params.examId);
    return undefined;
  });
  mount(exams.publishExam, ({ actor, params }) =>
    service.publishExam(campus, actor, params.examId),
  );
  mount(exams.withdrawExam, ({ actor, params }) =>
    service.withdrawExam(campus, actor, params.examId),
  );

  mount(examResults.readExam, async ({ actor, params, reply }) => {
    const { json, state } = await results.readExam(campus, actor, params.examId);
    reply.header('etag', state);
    return json;
  });
  mount(examResults.saveResults, ({ actor, params, body, request }) =>
    results.saveResults(
      campus,
      actor,
      params.examId,
      body.results,
      versionOf(request.headers['if-match']),
    ),
  );
  mount(examResults.findStudent, ({ actor, query }) => results.findStudent(campus, actor, query));
  mount(examResults.addEntry, ({ actor, body }) => addEntry(campus, actor, body));
  mount(examResults.examHistory, ({ actor, params, query }) =>
    results.examHistory(campus, actor, params.examId, query.studentId),
  );

  mount(resultsFile.exportResults, ({ actor, params }) =>
    exportResults(campus, actor, params.examId),
  );
  mount(resultsFile.importResults, async ({ actor, params, query, request }) => {
    const seen = versionOf(request.headers['if-match']);
    await results.keptExam(campus, actor, params.examId);
    return withFile(request, resultsFile.importResults.upload, fileRules, ({ content }) =>
      importResults(campus, actor, params.examId, content, { dryRun: query.dryRun, seen }),
    );
  });

  mount(studentResults.studentResults, ({ actor, params }) =>
    resultsOf(campus, actor, params.email),
  );
};
