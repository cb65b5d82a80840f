import type { FacultyDetails, StudentDetails } from '@campus/contract';
import { type Draft, touched } from '../../../ui/record-edit/draft.ts';
import { contactNumberOf } from '../contact-number.ts';
import type { FacultyChange, StudentChange } from './record.api.ts';

const text = (value: string | number | null): string => (value === null ? '' : String(value));

export const studentDraft = (student: StudentDetails) => ({
  name: student.name,
  email: student.email,
  univId: text(student.univId),
  rollNo: text(student.rollNo),
  course: text(student.course),
  branch: text(student.branch),
  semester: text(student.semester),
  year: text(student.year),
  dob: text(student.dob),
  gender: text(student.gender),
  contactNo: text(student.contactPhone),
  address: text(student.address),
  nationality: text(student.nationality),
  bloodGroup: text(student.bloodGroup),
  parentName: text(student.parentName),
  parentContactNo: text(student.parentContactPhone),
  parentOccupation: text(student.parentOccupation),
});

export const facultyDraft = (teacher: FacultyDetails) => ({
  name: teacher.name,
  department: text(teacher.department),
  email: teacher.email,
  univId: text(teacher.univId),
  dob: text(teacher.dob),
  gender: text(teacher.gender),
  contactNo: text(teacher.contactPhone),
  address: text(teacher.address),
});

const numbers = new Set(['semester', 'year']);
const contacts = new Set(['contactNo', 'parentContactNo']);

const sent = (field: string, written: string): string | number | null => {
  const value = written.trim();
  if (value === '') return null;
  if (numbers.has(field)) return Number(value);
  return contacts.has(field) ? contactNumberOf(value) : value;
};

/** What is to be sent: the touched fields alone. */
export const changeOf = (draft: Draft, opened: Draft): StudentChange & FacultyChange =>
  Object.fromEntries(
    touched(draft, opened).map((field) => [field, sent(field, draft[field] ?? '')]),
  );
