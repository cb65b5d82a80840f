import { attendance } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { RawJson } from '../../http/call.ts';
import type { Mount } from '../../http/mount.ts';
import * as service from './attendance.service.ts';
import { reportsRoutes } from './reports.routes.ts';
import { submitAttendance } from './submission.service.ts';

export const attendanceRoutes = (mount: Mount, campus: Campus): void => {
  const shared = service.createSharedReads(campus);
  mount(attendance.facultySubjects, ({ actor, params }) =>
    service.facultySubjects(campus, actor, params.email),
  );
  mount(attendance.roster, async ({ actor, params, reply }) => {
    const { version, entries } = await service.roster(campus, actor, params.subjectId, params.date);
    reply.header('etag', String(version));
    return new RawJson(entries);
  });
  mount(attendance.subjectStats, ({ actor, params }) =>
    shared.subjectStats(actor, params.subjectId),
  );
  mount(attendance.submitAttendance, ({ actor, body, seen }) =>
    submitAttendance(campus, actor, body, seen),
  );
  mount(attendance.studentSubjects, ({ actor, params }) =>
    service.studentSubjects(campus, actor, params.email),
  );
  mount(attendance.studentRecords, ({ actor, params }) =>
    shared.studentRecords(actor, params.email),
  );
  mount(attendance.studentSubjectRecords, ({ actor, params }) =>
    service.studentSubjectRecords(campus, actor, params.email, params.subjectId),
  );
  mount(attendance.studentPercentages, ({ actor, params }) =>
    service.studentPercentages(campus, actor, params.email),
  );
  mount(attendance.studentSummary, ({ actor, params }) =>
    shared.studentSummary(actor, params.email),
  );
  reportsRoutes(mount, campus);
};
