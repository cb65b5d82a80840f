import { listColumns } from '../../csv/list-header.rules.ts';
import type { facultyInput } from './faculty.fields.ts';

export type FacultyField = keyof typeof facultyInput.shape;

/** The columns of a list of teachers: those of the form, all of them required, and University ID. */
export const facultyColumns = listColumns<FacultyField>(
  {
    name: ['Full Name', 'Name', 'Faculty Name', 'Teacher Name'],
    department: ['Department', 'Department Name'],
    email: ['Email Address', 'Email', 'Email ID', 'University Email'],
    dob: ['Date of Birth', 'DOB'],
    contactNo: ['Contact Number', 'Contact No', 'Contact Phone', 'Phone', 'Phone Number'],
    address: ['Address'],
    gender: ['Gender'],
    univId: ['University ID', 'Univ ID'],
  },
  ['name', 'department', 'email', 'dob', 'contactNo', 'address', 'gender'],
);
