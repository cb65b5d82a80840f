import type { TestCampus } from '../test-campus.ts';
import type { Records } from './row.ts';
import { prepareAll } from './rows.ts';

/** One teacher with a subject, a student in it, and whatever the features need beside them. */
export const prepareRecords = async (
  campus: TestCampus,
  term: { id: string },
): Promise<Records> => {
  const teacher = await campus.make.teacher();
  const student = await campus.make.student();
  const subject = await campus.make.subject({ term_id: term.id, teacher_id: teacher.id }, [
    student,
  ]);
  const applicant = await campus.make.student();
  const { id: enrolment } = await campus.database
    .selectFrom('enrolments')
    .where('subject_id', '=', subject.id)
    .select('id')
    .executeTakeFirstOrThrow();
  const newcomer = await campus.make.student();
  const colleague = await campus.make.admin();
  const leaver = await campus.make.teacher();
  await campus.make.subject({ term_id: term.id, teacher_id: leaver.id });
  const ask = async (change: object): Promise<string> => {
    const body = { studentEmail: student.email, ...change };
    return (await campus.as(teacher).post<{ id: string }>('/api/corrections', body)).body.id;
  };
  const corrections = {
    contactNo: await ask({ contactNo: 9845022114 }),
    address: await ask({ address: 'Quad 1' }),
  };
  return prepareAll(campus, {
    teacher,
    student,
    applicant,
    newcomer,
    colleague,
    leaver,
    subject: subject.id,
    term: term.id,
    enrolment,
    corrections,
  });
};
