import {
  facultyImport,
  facultyRecords,
  type FacultyValues,
  type ImportReport,
  people,
  personHistory,
  studentImport,
  studentRecords,
  type StudentValues,
} from '@campus/contract';
import { importOf } from '../../http/import-routes.ts';
import type { Mount } from '../../http/mount.ts';
import { facultyList } from './import/faculty-list.ts';
import { studentList } from './import/student-list.ts';
import * as service from './people.service.ts';
import { exportStudents } from './records/export.service.ts';
import * as faculty from './records/faculty-record.service.ts';
import { readHistory } from './records/history.service.ts';
import * as students from './records/student-record.service.ts';
import * as withdrawal from './records/withdrawal.service.ts';

export const peopleRoutes = (mount: Mount): void => {
  mount(people, service);
  const { store: importStudents, ...ofStudents } = importOf<ImportReport, StudentValues>(
    studentList,
  );
  mount(studentImport, { importStudents, ...ofStudents });
  const { store: importFaculty, ...ofFaculty } = importOf<ImportReport, FacultyValues>(facultyList);
  mount(facultyImport, { importFaculty, ...ofFaculty });
  mount(studentRecords, { ...students, ...withdrawal, exportStudents });
  mount(facultyRecords, faculty);
  mount(personHistory, { readHistory });
};
