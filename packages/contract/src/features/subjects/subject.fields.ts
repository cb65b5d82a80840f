import type { Fields } from '../../fields/fields.ts';
import { roles } from '../../permissions.ts';
import { studentFields } from '../people/student.fields.ts';

// oxfmt-ignore
export const subjectFields = {
  subjectName: { type: 'text', max: 200, label: 'Subject Name', presence: 'always', seenBy: roles },
  subjectCode: { type: 'text', max: 40, label: 'Subject Code', presence: 'always', seenBy: roles },
  credits: { type: 'whole', min: 0, max: 1000, label: 'Credits', presence: 'always', default: 0, seenBy: roles },
  emailId: { type: 'email', label: 'Email ID (faculty)', called: 'Email ID', presence: 'always', seenBy: ['admin'] },
} as const satisfies Fields;

const { course, branch, semester, year } = studentFields;

/** Which students a subject or an event is for; a blank part means all. */
export const audienceFields = { course, branch, semester, year };
