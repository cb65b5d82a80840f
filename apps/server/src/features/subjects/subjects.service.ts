import { listLimits, type subjects } from '@campus/contract';
import { describeAct } from '../../db/acts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { exportedList } from '../../http/export-list.ts';
import { CampusError, conflict } from '../../campus-error.ts';
import { invalid } from '../../http/refusals.ts';
import { codeTaken } from './refusals.ts';
import { subjectTable } from './subject.columns.ts';
import * as queries from './subjects.queries.ts';

export const listEnrollments: Handler<typeof subjects.listEnrollments> = ({ campus }) =>
  queries.listEnrollments(campus.db, campus.today());

/** Creates a subject in the open term and enrols its audience, or does neither. */
export const createForAll: Handler<typeof subjects.createForAll> = ({ campus, body }) =>
  inTransaction(campus.db, codeTaken(body.subjectCode), async (tx) => {
    const term = await queries.lockOpenTerm(tx, 'creating');
    if (!term) throw conflict('No term is open. Open a term, then create the subject.');
    const teacher = await queries.lockActiveTeacher(tx, body.emailId);
    if (!teacher)
      throw new CampusError('invalid', `No teacher has the e-mail ${body.emailId}.`, {
        details: [{ field: 'emailId', message: 'No teacher has this e-mail' }],
      });
    const id = await queries.insertSubject(tx, body, term.id, teacher.id);
    await queries.enrolAudience(tx, id);
    describeAct({ recordId: id });
    const enrollment = await queries.enrollmentById(tx, id, campus.today());
    refuseTooLarge(enrollment.students);
    return enrollment;
  });

/** Refuses a class too large to be marked in one request. */
export const refuseTooLarge = (students: number): void => {
  if (students <= listLimits.rows) return;
  const [would, most] = [students, listLimits.rows].map((n) => n.toLocaleString('en'));
  throw invalid(
    'audience',
    `This would enrol ${would} students. A class has at most ${most}: say whom the subject is for.`,
  );
};

export const countAudience: Handler<typeof subjects.countAudience> = async ({ campus, query }) => ({
  students: await queries.countAudience(campus.db, query),
});

export const exportSubjects = exportedList<typeof subjects.listEnrollments>(
  listEnrollments,
  subjectTable,
);
