import type { TestCampus } from '../test-campus.ts';
import type { Records } from './row.ts';
import { prepareAll } from './rows.ts';

/**
 * Divides a subject into two sections. Returns a helper in the section of the records' student, and the records of
 * a student in the other section.
 */
export const prepareSections = async (campus: TestCampus, of: Records) => {
  const helper = await campus.make.teacher();
  const student = await campus.make.student({ name: 'Of Another Section' });
  const { id: enrolment } = await campus.database
    .insertInto('enrolments')
    .values({ subject_id: of.subject, student_id: student.id, from_on: campus.today })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [name, place] of [
    ['A', of.enrolment],
    ['B', enrolment],
  ] as const) {
    const { id } = await campus.database
      .insertInto('sections')
      .values({ subject_id: of.subject, name })
      .returning('id')
      .executeTakeFirstOrThrow();
    await campus.database
      .updateTable('enrolments')
      .set({ section_id: id })
      .where('id', '=', place)
      .execute();
    if (name === 'A')
      await campus.database
        .insertInto('subject_teachers')
        .values({
          subject_id: of.subject,
          person_id: helper.id,
          kind: 'co_teacher',
          may_mark: true,
          may_grade: true,
          from_on: campus.today,
          section_id: id,
          added_by: helper.id,
        })
        .execute();
  }
  const newcomer = await campus.make.student();
  return { helper, beside: await prepareAll(campus, { ...of, student, enrolment, newcomer }) };
};

/** Creates a teacher with a subject, a student in it, and the records that the features need besides. */
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
