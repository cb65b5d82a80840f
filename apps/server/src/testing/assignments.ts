import { addDays, type HandIn, type ManagedAssignment } from '@campus/contract';
import type { Person } from './make.ts';
import type { Answer, TestCampus } from './test-campus.ts';
import { type Part, sendForm } from './upload.ts';

export const textFile = (name: string, content = 'My work'): Part => ({
  field: 'files',
  name,
  type: 'text/plain',
  content,
});

let made = 0;

export type Fields = Partial<
  Record<'title' | 'description' | 'grade' | 'deadline' | 'acceptLate', string>
>;

/** Requests a new assignment: by default 20 marks, due in a week. */
export const askForAssignment = (
  campus: TestCampus,
  by: Person,
  subject: string,
  fields: Fields = {},
  files: readonly Part[] = [],
): Promise<Answer<any>> => {
  made += 1;
  const all = {
    subjectId: subject,
    title: `Exercise ${made}`,
    description: 'Read and answer.',
    grade: '20',
    deadline: `${addDays(campus.today, 7)}T23:59`,
    ...fields,
  };
  const parts = Object.entries(all).map(([field, content]) => ({ field, content }));
  return sendForm(campus.as(by), '/api/assignments', [...parts, ...files]);
};

export const makeAssignment = async (
  ...asked: Parameters<typeof askForAssignment>
): Promise<ManagedAssignment> => {
  const { status, body } = await askForAssignment(...asked);
  if (status !== 201) throw new Error(`No assignment was made: ${JSON.stringify(body)}`);
  return body;
};

/** Changes the deadline in the database, since the API accepts none in the past. */
export const setDeadline = async (campus: TestCampus, id: string, at: string): Promise<void> => {
  await campus.database
    .updateTable('assignments')
    .set({ due_at: new Date(at) })
    .where('id', '=', id)
    .execute();
};

export const handInPath = (id: string, { email }: Person): string =>
  `/api/assignments/${id}/hand-ins/${email}`;

export const handIn = (
  campus: TestCampus,
  student: Person,
  id: string,
  parts: readonly Part[] = [{ field: 'text', content: 'My answer' }],
): Promise<Answer<any>> => sendForm<HandIn>(campus.as(student), handInPath(id, student), parts);

export const mark = (
  campus: TestCampus,
  by: Person,
  [id, student]: readonly [string, Person],
  body: { version: number; marks: unknown; comment?: string },
): Promise<Answer<any>> =>
  campus.as(by).send({
    method: 'PUT',
    path: `${handInPath(id, student)}/marks`,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
