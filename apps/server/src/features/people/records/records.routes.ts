import { facultyRecords, personHistory, studentRecords } from '@campus/contract';
import type { Campus } from '../../../campus.ts';
import type { Mount } from '../../../http/mount.ts';
import { readPart } from '../../../http/pages.ts';
import { exportStudents } from './export.service.ts';
import * as faculty from './faculty-record.service.ts';
import { readerOfHistory } from './history.service.ts';
import { changeStudent, readStudentRecord, studentFilterValues } from './student-record.service.ts';
import { reinstateStudent, withdrawStudent } from './withdrawal.service.ts';

const studentRecordRoutes = (mount: Mount, campus: Campus): void => {
  mount(studentRecords.studentFilters, () => studentFilterValues(campus.db));
  mount(studentRecords.exportStudents, async ({ query }) => {
    const { sort = 'name', order = 'asc' } = query;
    return (await exportStudents(campus, { ...query, sort, order })).stream();
  });
  mount(studentRecords.readStudent, ({ params }) => readStudentRecord(campus, params.id));
  mount(studentRecords.changeStudent, ({ actor, params, body, seen }) =>
    changeStudent(campus, { actor, id: params.id, seen }, body),
  );
  mount(studentRecords.withdrawStudent, ({ actor, params, body }) =>
    withdrawStudent(campus, actor, params.id, body.on),
  );
  mount(studentRecords.reinstateStudent, ({ actor, params }) =>
    reinstateStudent(campus, actor, params.id),
  );
};

const facultyRecordRoutes = (mount: Mount, campus: Campus): void => {
  mount(facultyRecords.readFaculty, ({ params }) => faculty.readFacultyRecord(campus, params.id));
  mount(facultyRecords.changeFaculty, ({ actor, params, body, seen }) =>
    faculty.changeFaculty(campus, { actor, id: params.id, seen }, body),
  );
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
  mount(personHistory.readHistory, async ({ params, query }) =>
    readPart(query, await readerOfHistory(campus, params.id)),
  );
};
