import { closed, counter, type FeatureRows, open, own } from './row.ts';

/** Exams of the teacher's subject: one to read, and one for each kind of change. */
interface ExamRecords {
  readonly exam: string;
  readonly examToDelete: string;
  readonly examToPublish: string;
  readonly publishedExam: string;
  readonly rollNo: string;
}

const csv = 'Registration Number,Marks\r\n';

export const examsRows: FeatureRows<ExamRecords> = {
  prepare: async (campus, { subject, student, teacher }) => {
    const asTeacher = campus.as(teacher);
    const make = async (title: string): Promise<string> => {
      const exam = { subjectId: subject, title: `${title} ${counter()}`, heldOn: campus.today };
      return (await asTeacher.post<{ id: string }>('/api/exams', exam)).body.id;
    };
    const marked = async (title: string): Promise<string> => {
      const id = await make(title);
      const results = [{ studentId: student.id, marks: 80 }];
      await asTeacher.post(`/api/exams/${id}/results`, { results });
      return id;
    };
    const publishedExam = await marked('Published');
    await asTeacher.post(`/api/exams/${publishedExam}/publish`);
    const rollNo = `EX-${counter()}`;
    await campus.database
      .updateTable('students')
      .set({ roll_no: rollNo })
      .where('person_id', '=', student.id)
      .execute();
    return {
      exam: await marked('Midterm'),
      examToDelete: await make('Quiz'),
      examToPublish: await marked('Final'),
      publishedExam,
      rollNo,
    };
  },
  rows: [
    {
      id: 'exams.listExamTerms',
      admin: 200,
      teacher: open,
      student: closed,
      ofSection: open,
      request: () => ({ path: '/api/exam-terms' }),
    },
    {
      id: 'exams.listExamSubjects',
      admin: 200,
      teacher: open,
      student: closed,
      ofSection: open,
      request: () => ({ path: '/api/exam-subjects' }),
    },
    {
      id: 'exams.listExams',
      admin: 200,
      teacher: own,
      student: closed,
      ofSection: open,
      request: ({ subject }) => ({ path: `/api/exams?subjectId=${subject}` }),
    },
    {
      id: 'exams.createExam',
      admin: 201,
      teacher: [201, 403],
      student: closed,
      request: ({ subject }) => ({
        path: '/api/exams',
        body: { subjectId: subject, title: `Test ${counter()}`, heldOn: '2026-03-11' },
      }),
    },
    {
      id: 'exams.changeExam',
      admin: 200,
      teacher: own,
      student: closed,
      request: ({ exam }) => ({ path: `/api/exams/${exam}`, body: { maxMarks: 90 } }),
    },
    {
      id: 'exams.publishExam',
      admin: 200,
      teacher: own,
      student: closed,
      request: ({ examToPublish }) => ({ path: `/api/exams/${examToPublish}/publish` }),
    },
    {
      id: 'exams.withdrawExam',
      admin: 200,
      teacher: own,
      student: closed,
      request: ({ examToPublish }) => ({ path: `/api/exams/${examToPublish}/withdraw` }),
    },
    {
      id: 'examResults.readExam',
      admin: 200,
      teacher: own,
      student: closed,
      ofSection: open,
      request: ({ exam }) => ({ path: `/api/exams/${exam}` }),
    },
    {
      id: 'examResults.saveResults',
      admin: 200,
      teacher: own,
      student: closed,
      ofSection: own,
      request: ({ exam, student }) => ({
        path: `/api/exams/${exam}/results`,
        body: { results: [{ studentId: student.id, marks: 70 }] },
      }),
    },
    {
      id: 'examResults.findStudent',
      admin: 200,
      teacher: own,
      student: closed,
      ofSection: open,
      request: ({ exam, rollNo }) => ({
        path: `/api/exam-students?registrationNumber=${rollNo}&examId=${exam}`,
      }),
    },
    {
      id: 'examResults.addEntry',
      admin: 201,
      teacher: [201, 403],
      student: closed,
      ofSection: [201, 403],
      request: ({ exam, subject, rollNo }) => ({
        path: '/api/exam-entries',
        body: {
          subjectId: subject,
          examId: exam,
          registrationNumber: rollNo,
          marks: 70,
          replace: true,
        },
      }),
    },
    {
      id: 'examResults.examHistory',
      admin: 200,
      teacher: own,
      student: closed,
      ofSection: open,
      request: ({ exam }) => ({ path: `/api/exams/${exam}/history` }),
    },
    {
      id: 'examResults.exportResults',
      admin: 200,
      teacher: own,
      student: closed,
      ofSection: open,
      request: ({ exam }) => ({ path: `/api/exams/${exam}/results.csv` }),
    },
    {
      id: 'examResults.importResults',
      admin: 200,
      teacher: own,
      student: closed,
      ofSection: [200, 422],
      request: ({ exam, rollNo }) => ({
        path: `/api/exams/${exam}/results.csv`,
        form: [{ name: 'marks.csv', content: `${csv}${rollNo},60\r\n` }],
      }),
    },
    {
      id: 'examResults.studentResults',
      admin: 200,
      teacher: closed,
      student: own,
      request: ({ student }) => ({ path: `/api/students/${student.email}/exam-results` }),
    },
    {
      id: 'exams.deleteExam',
      admin: 204,
      // The administrator's call has deleted the teacher's own by then.
      teacher: [404, 403],
      student: closed,
      request: ({ examToDelete }) => ({ path: `/api/exams/${examToDelete}` }),
    },
  ],
};
