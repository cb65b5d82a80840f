import { facultyRecords, personHistory, studentRecords } from '@campus/contract';
import type { Campus } from '../../../campus.ts';
import { isRecordId } from '../../../db/record-id.ts';
import { CampusError } from '../../../http/campus-error.ts';
import { versionOf } from '../../../http/if-match.ts';
import type { Mount } from '../../../http/mount.ts';
import { describePage, readCursor } from '../../../http/pages.ts';
import { studentFilterValues } from '../student-list.queries.ts';
import { exportStudents } from './export.service.ts';
import * as faculty from './faculty-record.service.ts';
import { countHistory, historyOf, personExists } from './record.queries.ts';
import { changeStudent, readStudentRecord } from './student-record.service.ts';
import { reinstateStudent, withdrawStudent } from './withdrawal.service.ts';

const studentRecordRoutes = (mount: Mount, campus: Campus): void => {
  mount(studentRecords.studentFilters, () => studentFilterValues(campus.db));
  mount(studentRecords.exportStudents, async ({ query }) => {
    const { sort = 'name', order = 'asc' } = query;
    return (await exportStudents(campus, { ...query, sort, order })).stream();
  });
  mount(studentRecords.readStudent, ({ params }) => readStudentRecord(campus, params.id));
  mount(studentRecords.changeStudent, ({ actor, params, body, request }) => {
    const seen = versionOf(request.headers['if-match']);
    return changeStudent(campus, { actor, id: params.id, seen }, body);
  });
  mount(studentRecords.withdrawStudent, ({ actor, params, body }) =>
    withdrawStudent(campus, actor, params.id, body.on),
  );
  mount(studentRecords.reinstateStudent, ({ actor, params }) =>
    reinstateStudent(campus, actor, params.id),
  );
};

const facultyRecordRoutes = (mount: Mount, campus: Campus): void => {
  mount(facultyRecords.readFaculty, ({ params }) => faculty.readFacultyRecord(campus, params.id));
  mount(facultyRecords.changeFaculty, ({ actor, params, body, request }) => {
    const seen = versionOf(request.headers['if-match']);
    return faculty.changeFaculty(campus, { actor, id: params.id, seen }, body);
  });
  mount(facultyRecords.taughtSubjects, ({ params }) =>
    faculty.readTaughtSubjects(campus, params.id),
  );
  mount(facultyRecords.handOver, ({ actor, params, body }) =>
    faculty.handOver(campus, actor, params.id, body),
  );
};

export const recordsRoutes = (mount: Mount, campus: Campus): void => {
  studentRecordRoutes(mount, campus);
  facultyRecordRoutes(mount, campus);
  mount(personHistory.readHistory, async ({ params, query, request, reply }) => {
    if (!isRecordId(params.id) || !(await personExists(campus.db, params.id)))
      throw new CampusError('not_found', 'There is no person with this id.');
    const { limit } = query;
    const before = readCursor(query.cursor)?.id;
    const rows = await historyOf(campus.db, params.id, { limit, before });
    const last = rows.at(-1);
    describePage(request, reply, {
      total: await countHistory(campus.db, params.id),
      next: last && rows.length === limit ? { value: null, id: last.id } : undefined,
    });
    return rows;
  });
};
