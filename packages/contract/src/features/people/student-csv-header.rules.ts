import { listColumns } from '../../csv/list-header.rules.ts';
import type { studentFields } from './student.fields.ts';

export type StudentField = keyof typeof studentFields;

/** The columns of a class list. */
export const studentColumns = listColumns<StudentField>(
  {
    name: ['Full Name', 'Name', 'Student Name'],
    email: ['Email', 'Email Address', 'Email ID', 'University Email'],
    rollNo: ['Roll Number', 'Roll No'],
    univId: ['University ID', 'Univ ID'],
    course: ['Course', 'Course Name', 'Program'],
    branch: ['Branch', 'Department'],
    semester: ['Semester'],
    year: ['Year'],
    dob: ['Date of Birth', 'DOB'],
    gender: ['Gender'],
    contactNo: ['Contact Number', 'Contact No', 'Contact Phone', 'Phone', 'Phone Number'],
    address: ['Address'],
    nationality: ['Nationality'],
    bloodGroup: ['Blood Group'],
    parentName: ['Parent Name'],
    parentContactNo: ['Parent Contact Number', 'Parent Contact No', 'Parent Contact Phone'],
    parentOccupation: ['Parent Occupation'],
  },
  ['name', 'email'],
);
