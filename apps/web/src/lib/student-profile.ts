import { people, type StudentProfile } from '@campus/contract';
import { formatDay } from './day.ts';
import { queryOf } from './query.ts';

/** A student's profile; null when the server replies without content. */
export const studentProfileQuery = (email: string) =>
  queryOf(people.studentByEmail, { params: { email } });

/** The details of a profile apart from name and e-mail: studies, and the person. */
export const studentItems = (student: StudentProfile) => ({
  studies: [
    ['University ID', student.univId],
    ['Roll No', student.rollNo],
    ['Course', student.course],
    ['Department', student.branch],
    ['Semester', student.semester],
  ] as const,
  person: [
    ['Year', student.year],
    ['Date of Birth', student.dob && formatDay(student.dob)],
    ['Contact Number', student.contactPhone ?? student.contactNo],
    ['Address', student.address],
  ] as const,
});
