import type { SubjectDetails, subjects } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { nothingDone } from '../../db/acts.ts';
import type { Transaction } from '../../db/db.ts';
import { changesBetween, storeVersion } from '../../db/history.ts';
import { valuesFor } from '../../db/stored-fields.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../campus-error.ts';
import type { Handler } from '../../http/call.ts';
import { readPart } from '../../http/pages.ts';
import { invalid, requireSeen } from '../../http/refusals.ts';
import { enrolmentsList } from './enrolments.queries.ts';
import { noSuchSubject, refuseClosed } from './refusals.ts';
import { subjectColumns } from './subject.columns.ts';
import { lockSubject, subjectById } from './subject-page.queries.ts';
import { activeTeacherByEmail } from './subjects.queries.ts';

const read = async ({ db }: Campus, id: string): Promise<SubjectDetails> =>
  found(await subjectById(db, id), noSuchSubject);

export const readSubject: Handler<typeof subjects.readSubject> = ({ campus, params }) =>
  read(campus, params.subjectId);

const teacherId = async (tx: Transaction, email: string): Promise<string> => {
  const teacher = await activeTeacherByEmail(tx, email);
  if (!teacher) throw invalid('emailId', `No teacher has the e-mail ${email}.`);
  return teacher.id;
};

/** Changes what is sent and differs. The past is not touched by a new teacher: marks keep who made them. */
export const changeSubject: Handler<typeof subjects.changeSubject> = async (call) => {
  const { campus, actor, body, seen } = call;
  const { subjectId } = call.params;
  const duplicates = {
    subjects_code_in_term: `There is a subject with the code ${body.subjectCode} in this term already.`,
  };
  await inTransaction(campus.db, duplicates, async (tx) => {
    const held = found(await lockSubject(tx, subjectId), noSuchSubject);
    refuseClosed(held.term);
    await requireSeen(tx, 'subject', held, seen);
    const changes = changesBetween(held, body);
    if (changes.length === 0) return nothingDone();
    const { emailId } = body;
    const columns = {
      ...valuesFor('subjects', subjectColumns, body),
      ...(emailId && emailId !== held.emailId && { teacher_id: await teacherId(tx, emailId) }),
    };
    await storeVersion(tx, 'subject', subjectId, columns, { changes, actorId: actor.id });
  });
  return read(campus, subjectId);
};

export const listSubjectEnrolments: Handler<typeof subjects.listSubjectEnrolments> = async (
  call,
) => {
  const { campus, query } = call;
  const { search, show = 'all' } = query;
  const { id: subjectId, term } = await read(campus, call.params.subjectId);
  // In a closed term "now" is its last day: those are current who stayed to the end.
  const today = term.state === 'closed' ? term.endsOn : campus.today();
  return readPart(query, enrolmentsList(campus.db, { subjectId, search, show, today }));
};
