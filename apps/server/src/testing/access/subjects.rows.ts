import { addDays } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import type { Person } from '../make.ts';
import { closed, counter, type FeatureRows, fresh } from './row.ts';

let terms = 0;
/** Terms must not overlap, nor end after 2199. */
const freeDays = () => {
  const year = 2030 + (terms++ % 150);
  return { startsOn: asDay(`${year}-01-01`), endsOn: asDay(`${year}-06-30`) };
};

/** Records that nothing refers to, and a helper. */
interface EmptyRecords {
  readonly emptySubject: string;
  readonly plannedTerm: string;
  /** A subject with the wrong audience. */
  readonly wrongSubject: string;
  /** A teacher without subjects, who helps in the subject. */
  readonly helper: Person;
  readonly helps: string;
  readonly section: string;
}

export const subjectsRows: FeatureRows<EmptyRecords> = {
  prepare: async ({ make, database }, { term, teacher, subject, colleague }) => {
    const { startsOn, endsOn } = freeDays();
    const planned = { is_open: false, starts_on: startsOn, ends_on: endsOn };
    const helper = await make.teacher();
    const helps = await database
      .insertInto('subject_teachers')
      .values({
        subject_id: subject,
        person_id: helper.id,
        kind: 'co_teacher',
        may_mark: true,
        may_grade: true,
        from_on: asDay('2026-03-11'),
        added_by: colleague.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const section = await database
      .insertInto('sections')
      .values({ subject_id: subject, name: `Evening ${counter()}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    return {
      helper,
      section: section.id,
      helps: helps.id,
      emptySubject: (await make.subject({ term_id: term, teacher_id: teacher.id })).id,
      wrongSubject: (await make.subject({ term_id: term, teacher_id: teacher.id })).id,
      plannedTerm: (await make.term(planned)).id,
    };
  },
  rows: [
    {
      id: 'subjects.listEnrollments',
      admin: 200,
      teacher: closed,
      student: closed,
      request: () => ({ path: '/api/enrollments' }),
    },
    {
      id: 'subjects.createForAll',
      admin: 201,
      teacher: closed,
      student: closed,
      request: ({ teacher }) => ({
        path: '/api/enrollments/create-for-all',
        body: { subjectName: 'New', subjectCode: fresh(), credits: 1, emailId: teacher.email },
      }),
    },
    {
      id: 'subjects.countAudience',
      admin: 200,
      teacher: closed,
      student: closed,
      request: () => ({ path: '/api/enrollments/audience?semester=3' }),
    },
    {
      id: 'subjects.readSubject',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ subject }) => ({ path: `/api/subjects/${subject}` }),
    },
    {
      id: 'subjects.changeSubject',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ subject }) => ({ path: `/api/subjects/${subject}`, body: { credits: 3 } }),
    },
    {
      id: 'subjects.countAudienceChange',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ subject }) => ({ path: `/api/subjects/${subject}/audience?year=2` }),
    },
    {
      id: 'subjects.changeAudience',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ wrongSubject }) => ({ path: `/api/subjects/${wrongSubject}/audience`, body: {} }),
    },
    {
      id: 'subjects.deleteSubject',
      admin: 204,
      teacher: closed,
      student: closed,
      request: ({ emptySubject }) => ({ path: `/api/subjects/${emptySubject}` }),
    },
    {
      id: 'subjects.addHelper',
      admin: 201,
      teacher: closed,
      student: closed,
      request: ({ subject, helper }) => ({
        path: `/api/subjects/${subject}/helpers`,
        body: {
          email: helper.email,
          kind: 'co_teacher',
          fromOn: addDays(asDay('2026-03-12'), counter() % 60),
        },
      }),
    },
    {
      id: 'subjects.removeHelper',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ subject, helps }) => ({ path: `/api/subjects/${subject}/helpers/${helps}` }),
    },
    {
      id: 'sections.addSection',
      admin: 201,
      teacher: closed,
      student: closed,
      request: ({ subject }) => ({
        path: `/api/subjects/${subject}/sections`,
        body: { name: `Section ${counter()}` },
      }),
    },
    {
      id: 'sections.renameSection',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ subject, section }) => ({
        path: `/api/subjects/${subject}/sections/${section}`,
        body: { name: `Section ${counter()}` },
      }),
    },
    {
      id: 'sections.divideStudents',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ subject }) => ({ path: `/api/subjects/${subject}/sections/divide`, body: {} }),
    },
    {
      id: 'sections.moveToSection',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ enrolment, section }) => ({
        path: `/api/enrolments/${enrolment}/section`,
        body: { sectionId: section },
      }),
    },
    {
      id: 'sections.removeSection',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ subject, section }) => ({ path: `/api/subjects/${subject}/sections/${section}` }),
    },
    {
      id: 'subjects.listSubjectEnrolments',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ subject }) => ({ path: `/api/subjects/${subject}/enrolments` }),
    },
    {
      id: 'subjects.addEnrolment',
      admin: 201,
      teacher: closed,
      student: closed,
      request: ({ subject, newcomer }) => ({
        path: `/api/subjects/${subject}/enrolments`,
        body: { studentEmail: newcomer.email, fromOn: '2026-03-11' },
      }),
    },
    {
      id: 'subjects.dropEnrolment',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ enrolment }) => ({
        path: `/api/enrolments/${enrolment}/drop`,
        body: { lastDay: '2026-03-12' },
      }),
    },
    {
      id: 'terms.listTerms',
      admin: 200,
      teacher: closed,
      student: closed,
      request: () => ({ path: '/api/terms' }),
    },
    {
      id: 'terms.createTerm',
      admin: 201,
      teacher: closed,
      student: closed,
      request: () => ({ path: '/api/terms', body: { name: fresh(), ...freeDays() } }),
    },
    {
      id: 'terms.changeTerm',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ term }) => ({ path: `/api/terms/${term}`, body: { name: fresh() } }),
    },
    {
      // Opening an open term is allowed and changes nothing.
      id: 'terms.openTerm',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ term }) => ({ path: `/api/terms/${term}/open`, body: {} }),
    },
    {
      id: 'terms.carryOver',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ plannedTerm }) => ({
        path: `/api/terms/${plannedTerm}/carry?dryRun=true`,
        body: { subjects: 'all' },
      }),
    },
    {
      id: 'terms.deleteTerm',
      admin: 204,
      teacher: closed,
      student: closed,
      request: ({ plannedTerm }) => ({ path: `/api/terms/${plannedTerm}` }),
    },
    {
      id: 'terms.termSubjects',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ term }) => ({ path: `/api/terms/${term}/subjects` }),
    },
    {
      id: 'terms.listLeavers',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ term }) => ({ path: `/api/terms/${term}/leavers` }),
    },
    {
      id: 'terms.closeTerm',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ term }) => ({
        path: `/api/terms/${term}/close?dryRun=true`,
        body: {
          next: { name: 'Next', startsOn: '2027-01-01', endsOn: '2027-06-30' },
          promote: { semester: true, year: true },
          carrySubjects: 'all',
        },
      }),
    },
    {
      id: 'terms.reopenTerm',
      // The term is open.
      admin: 409,
      teacher: closed,
      student: closed,
      request: ({ term }) => ({ path: `/api/terms/${term}/reopen` }),
    },
  ],
};
