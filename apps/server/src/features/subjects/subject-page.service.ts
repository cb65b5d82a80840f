import type { BodyOf, SubjectDetails, subjectPage } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { refuseDuplicates } from '../../db/constraints.ts';
import type { Transaction } from '../../db/db.ts';
import { changesBetween, storeVersion } from '../../db/history.ts';
import { isRecordId } from '../../db/record-id.ts';
import { valuesFor } from '../../db/stored-fields.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Actor } from '../../http/call.ts';
import { invalid, requireSeen } from '../../http/refusals.ts';
import { noSuchSubject, refuseClosed } from './refusals.ts';
import { subjectColumns } from './subject.columns.ts';
import { holdSubject, subjectById } from './subject-page.queries.ts';
import { activeTeacherByEmail } from './subjects.queries.ts';

export const readSubject = async (campus: Campus, subjectId: string): Promise<SubjectDetails> => {
  const subject = isRecordId(subjectId) ? await subjectById(campus.db, subjectId) : undefined;
  if (!subject) throw noSuchSubject();
  return subject;
};

const teacherId = async (tx: Transaction, email: string): Promise<string> => {
  const teacher = await activeTeacherByEmail(tx, email);
  if (!teacher) throw invalid('emailId', `No teacher has the e-mail ${email}.`);
  return teacher.id;
};

/**
 * Changes what is sent and differs; `seen` is the version the screen started from. The past is not
 * touched by a new teacher: marks keep who made them.
 */
export const changeSubject = async (
  campus: Campus,
  actor: Actor,
  subjectId: string,
  input: BodyOf<typeof subjectPage.changeSubject>,
  seen: number | null,
): Promise<SubjectDetails> => {
  if (!isRecordId(subjectId)) throw noSuchSubject();
  const duplicates = {
    subjects_code_in_term: `There is a subject with the code ${input.subjectCode} in this term already.`,
  };
  await refuseDuplicates(duplicates, () =>
    inTransaction(campus.db, async (tx) => {
      const held = await holdSubject(tx, subjectId);
      if (!held) throw noSuchSubject();
      refuseClosed(held.term);
      await requireSeen(tx, 'subject', { id: subjectId, version: held.version }, seen);
      const changes = changesBetween(held, input);
      if (changes.length === 0) return;
      const { emailId } = input;
      const columns = {
        ...valuesFor('subjects', subjectColumns, input),
        ...(emailId && emailId !== held.emailId && { teacher_id: await teacherId(tx, emailId) }),
      };
      await storeVersion(tx, 'subject', subjectId, columns, { changes, actorId: actor.id });
    }),
  );
  return readSubject(campus, subjectId);
};
