import {
  facultyImport,
  type FacultyValues,
  type ImportReport,
  studentImport,
  type StudentValues,
} from '@campus/contract';
import type { Campus } from '../../../campus.ts';
import { importOf } from '../../../http/import-routes.ts';
import type { Mount } from '../../../http/mount.ts';
import { facultyList } from './faculty-list.ts';
import { studentList } from './student-list.ts';

export const importRoutes = (mount: Mount, campus: Campus): void => {
  const students = importOf<ImportReport, StudentValues>(campus, studentList);
  mount(studentImport.importStudents, students.store);
  mount(studentImport.importProblems, students.problems);
  mount(studentImport.importTemplate, students.template);

  const faculty = importOf<ImportReport, FacultyValues>(campus, facultyList);
  mount(facultyImport.importFaculty, faculty.store);
  mount(facultyImport.importProblems, faculty.problems);
  mount(facultyImport.importTemplate, faculty.template);
};
