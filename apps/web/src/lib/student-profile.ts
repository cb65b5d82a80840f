import { people, type StudentProfile } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { formatDay } from './day.ts';

/** A student's profile; null where the server has nothing to say about the person. */
export const studentProfileQuery = (email: string) =>
  queryOptions({
    queryKey: [people.studentByEmail.path, email],
    queryFn: async ({ signal }) =>
      (await call(people.studentByEmail, { params: { email }, signal })) ?? null,
  });

/** What a profile tells beside name and e-mail: studies, and the person. */
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
