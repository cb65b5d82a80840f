import { addDays, type HandIn, type IsoDate, type ManagedAssignment } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { type Part, sendForm } from '../upload.ts';
import { closed, counter, type FeatureRows, open, own } from './row.ts';

/** Assignments of the teacher's subject, one for each kind of change. */
interface AssignmentRecords {
  readonly assignment: string;
  readonly attachment: string;
  readonly assignmentToDelete: string;
  readonly assignmentToReturn: string;
  readonly attachmentToRemove: string;
  readonly handInFile: string;
}

const file: Part = { field: 'files', name: 'work.txt', type: 'text/plain', content: 'My work' };
const fields = (subject: string, today: IsoDate): Part[] => [
  { field: 'subjectId', content: subject },
  { field: 'title', content: `Exercise ${counter()}` },
  { field: 'description', content: 'Read and answer.' },
  { field: 'grade', content: '20' },
  { field: 'deadline', content: `${addDays(today, 7)}T23:59` },
];

export const assignmentsRows: FeatureRows<AssignmentRecords> = {
  prepare: async (campus, { subject, student, teacher }) => {
    const asTeacher = campus.as(teacher);
    const make = async (): Promise<ManagedAssignment> => {
      const parts = [...fields(subject, campus.today), file];
      return (await sendForm<ManagedAssignment>(asTeacher, '/api/assignments', parts)).body;
    };
    const handIn = async ({ id }: ManagedAssignment): Promise<HandIn> => {
      const path = `/api/assignments/${id}/hand-ins/${student.email}`;
      return (await sendForm<HandIn>(campus.as(student), path, [file])).body;
    };
    const assignment = await make();
    const { versions } = await handIn(assignment);
    const toReturn = await make();
    await handIn(toReturn);
    await asTeacher.send({
      method: 'PUT',
      path: `/api/assignments/${toReturn.id}/hand-ins/${student.email}/marks`,
      body: JSON.stringify({ version: 1, marks: 15 }),
      headers: { 'content-type': 'application/json' },
    });
    const toDelete = await make();
    return {
      assignment: assignment.id,
      attachment: assignment.attachments[0]?.id ?? '',
      assignmentToDelete: toDelete.id,
      attachmentToRemove: toReturn.attachments[0]?.id ?? '',
      assignmentToReturn: toReturn.id,
      handInFile: versions[0]?.files[0]?.id ?? '',
    };
  },
  rows: [
    {
      id: 'assignments.listAssignments',
      admin: 200,
      teacher: own,
      student: closed,
      ofSection: open,
      request: ({ subject }) => ({ path: `/api/assignments?subjectId=${subject}` }),
    },
    {
      id: 'assignments.createAssignment',
      admin: 201,
      teacher: [201, 403],
      student: closed,
      request: ({ subject }) => ({
        path: '/api/assignments',
        form: fields(subject, asDay('2026-03-11')),
      }),
    },
    {
      id: 'handIns.readAssignment',
      admin: 200,
      teacher: own,
      student: closed,
      ofSection: open,
      request: ({ assignment }) => ({ path: `/api/assignments/${assignment}` }),
    },
    {
      id: 'handIns.exportHandIns',
      admin: 200,
      teacher: own,
      student: closed,
      ofSection: open,
      request: ({ assignment }) => ({ path: `/api/assignments/${assignment}/export?format=xlsx` }),
    },
    {
      id: 'assignments.changeAssignment',
      admin: 200,
      teacher: own,
      student: closed,
      request: ({ assignment }) => ({
        path: `/api/assignments/${assignment}`,
        body: { acceptLate: true },
      }),
    },
    {
      id: 'assignments.addAttachments',
      admin: 201,
      teacher: [201, 403],
      student: closed,
      request: ({ assignment }) => ({
        path: `/api/assignments/${assignment}/files`,
        form: [{ ...file, name: 'another.txt' }],
      }),
    },
    {
      id: 'assignments.readStorage',
      admin: 200,
      teacher: own,
      student: own,
      ofSection: open,
      request: ({ assignment }) => ({
        path: `/api/assignments/storage?assignmentId=${assignment}`,
      }),
    },
    {
      id: 'assignments.readAttachment',
      admin: 200,
      teacher: own,
      student: own,
      ofSection: open,
      request: ({ assignment, attachment }) => ({
        path: `/api/assignments/${assignment}/files/${attachment}`,
      }),
    },
    {
      id: 'assignments.removeAttachment',
      admin: 204,
      // The administrator's call has removed the teacher's own by then.
      teacher: [404, 403],
      student: closed,
      request: ({ assignmentToReturn, attachmentToRemove }) => ({
        path: `/api/assignments/${assignmentToReturn}/files/${attachmentToRemove}`,
      }),
    },
    {
      id: 'handIns.studentAssignments',
      admin: 200,
      teacher: closed,
      student: own,
      request: ({ student }) => ({ path: `/api/students/${student.email}/assignments` }),
    },
    {
      id: 'handIns.studentTerms',
      admin: 200,
      teacher: closed,
      student: own,
      request: ({ student }) => ({ path: `/api/students/${student.email}/assignment-terms` }),
    },
    {
      id: 'handIns.readHandIn',
      admin: 200,
      teacher: own,
      student: own,
      ofSection: own,
      request: ({ assignment, student }) => ({
        path: `/api/assignments/${assignment}/hand-ins/${student.email}`,
      }),
    },
    {
      id: 'handIns.readHandInFile',
      admin: 200,
      teacher: own,
      student: own,
      ofSection: own,
      request: ({ handInFile }) => ({ path: `/api/hand-in-files/${handInFile}` }),
    },
    {
      id: 'handIns.downloadHandIns',
      admin: 200,
      teacher: own,
      student: closed,
      ofSection: [200, 409],
      request: ({ assignment }) => ({ path: `/api/assignments/${assignment}/hand-ins.zip` }),
    },
    {
      id: 'handIns.markHandIn',
      admin: 200,
      teacher: own,
      student: closed,
      ofSection: own,
      request: ({ assignmentToReturn, student }) => ({
        path: `/api/assignments/${assignmentToReturn}/hand-ins/${student.email}/marks`,
        body: { version: 1, marks: 18, comment: 'Well done' },
      }),
    },
    {
      id: 'handIns.extendDeadline',
      admin: 200,
      teacher: own,
      student: closed,
      ofSection: own,
      request: ({ assignment, student }) => ({
        path: `/api/assignments/${assignment}/hand-ins/${student.email}/extension`,
        body: { deadline: '2026-03-19T12:00' },
      }),
    },
    {
      id: 'handIns.endExtension',
      admin: 200,
      teacher: own,
      student: closed,
      ofSection: own,
      request: ({ assignment, student }) => ({
        path: `/api/assignments/${assignment}/hand-ins/${student.email}/extension`,
      }),
    },
    {
      id: 'handIns.readPhrases',
      admin: 200,
      teacher: open,
      student: closed,
      request: () => ({ path: '/api/assignments/phrases' }),
    },
    {
      id: 'handIns.setPhrases',
      admin: 200,
      teacher: open,
      student: closed,
      request: () => ({ path: '/api/assignments/phrases', body: { phrases: ['Show the steps'] } }),
    },
    {
      id: 'handIns.returnHandIn',
      admin: 200,
      teacher: own,
      student: closed,
      ofSection: own,
      request: ({ assignmentToReturn, student }) => ({
        path: `/api/assignments/${assignmentToReturn}/hand-ins/${student.email}/return`,
      }),
    },
    {
      id: 'handIns.reopenHandIn',
      admin: 200,
      teacher: own,
      student: closed,
      ofSection: own,
      request: ({ assignmentToReturn, student }) => ({
        path: `/api/assignments/${assignmentToReturn}/hand-ins/${student.email}/reopen`,
      }),
    },
    {
      id: 'handIns.returnAll',
      admin: 200,
      teacher: own,
      student: closed,
      ofSection: open,
      request: ({ assignmentToReturn }) => ({
        path: `/api/assignments/${assignmentToReturn}/return`,
      }),
    },
    {
      id: 'handIns.handItIn',
      admin: 403,
      teacher: closed,
      student: [201, 403],
      request: ({ assignment, student }) => ({
        path: `/api/assignments/${assignment}/hand-ins/${student.email}`,
        form: [file],
      }),
    },
    {
      id: 'assignments.deleteAssignment',
      admin: 204,
      teacher: [404, 403],
      student: closed,
      request: ({ assignmentToDelete }) => ({ path: `/api/assignments/${assignmentToDelete}` }),
    },
  ],
};
