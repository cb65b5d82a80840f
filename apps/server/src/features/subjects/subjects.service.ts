import type { subjects } from '@campus/contract';
import { refuseDuplicates } from '../../db/constraints.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { CampusError, conflict } from '../../campus-error.ts';
import {
  activeTeacherByEmail,
  enrolAudience,
  enrollmentById,
  lockOpenTerm,
  insertSubject,
} from './subjects.queries.ts';

export { listEnrollments } from './subjects.queries.ts';

/** Creates a subject in the open term and enrols everyone of its audience, or does neither. */
export const createForAll: Handler<typeof subjects.createForAll> = ({ campus, body }) => {
  const duplicates = {
    subjects_code_in_term: `There is a subject with the code ${body.subjectCode} in this term already.`,
  };
  return refuseDuplicates(duplicates, () =>
    inTransaction(campus.db, async (tx) => {
      const term = await lockOpenTerm(tx, 'creating');
      if (!term) throw conflict('No term is open. Open a term, then create the subject.');
      const teacher = await activeTeacherByEmail(tx, body.emailId);
      if (!teacher)
        throw new CampusError('invalid', `No teacher has the e-mail ${body.emailId}.`, {
          details: [{ field: 'emailId', message: 'No teacher has this e-mail' }],
        });
      const id = await insertSubject(tx, body, term.id, teacher.id);
      await enrolAudience(tx, id);
      return enrollmentById(tx, id);
    }),
  );
};
