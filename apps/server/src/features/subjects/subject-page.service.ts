import type { subjects } from '@campus/contract';
import { countsInWords } from '../../counts-in-words.ts';
import { describeAct, discardAct } from '../../db/acts.ts';
import { changesBetween, storeVersion } from '../../db/history.ts';
import { now } from '../../db/sql.ts';
import { valuesFor } from '../../db/stored-fields.ts';
import { inLongTransaction } from '../../db/transaction.ts';
import { conflict } from '../../campus-error.ts';
import type { Handler } from '../../http/call.ts';
import { exportedList } from '../../http/export-list.ts';
import { readPart } from '../../http/pages.ts';
import { requireVersion } from '../../http/refusals.ts';
import * as audienceQueries from './audience.queries.ts';
import { enrolmentsList } from './enrolments.queries.ts';
import { codeTaken } from './refusals.ts';
import { audienceColumns, subjectColumns } from './subject.columns.ts';
import { deleteEnrolments, dependentsOf } from './subject-page.queries.ts';
import {
  changeOpenSubject,
  lockOpenSubject,
  lockTeacher,
  subjectDetails,
} from './subjects.policy.ts';
import { refuseTooLarge } from './subjects.service.ts';

export const readSubject: Handler<typeof subjects.readSubject> = ({ campus, params }) =>
  subjectDetails(campus, params.subjectId);

/** Changes the fields that are sent and differ. A new teacher does not affect the past: marks keep their author. */
export const changeSubject: Handler<typeof subjects.changeSubject> = (call) => {
  const { actor, body, seen } = call;
  return changeOpenSubject(call, codeTaken(body.subjectCode), async (tx, subject) => {
    await requireVersion(tx, 'subject', subject, seen);
    const changes = changesBetween(subject, body);
    if (changes.length === 0) return discardAct();
    const { emailId } = body;
    const columns = {
      ...valuesFor('subjects', subjectColumns, body),
      ...(emailId &&
        emailId !== subject.emailId && { teacher_id: await lockTeacher(tx, 'emailId', emailId) }),
    };
    await storeVersion(tx, 'subject', subject.id, columns, { changes, actorId: actor.id });
  });
};

export const countAudienceChange: Handler<typeof subjects.countAudienceChange> = async (call) => {
  const { campus, query: audience } = call;
  const { id: subjectId } = await subjectDetails(campus, call.params.subjectId);
  return audienceQueries.countAudienceChange(campus.db, {
    subjectId,
    audience,
    today: campus.today(),
  });
};

/** Changes the audience of a subject and enrols and drops students to match. */
export const changeAudience: Handler<typeof subjects.changeAudience> = (call) => {
  const { campus, actor, seen } = call;
  return inLongTransaction(campus.db, async (tx) => {
    const subject = await lockOpenSubject(tx, call.params.subjectId, 'exclusive');
    await requireVersion(tx, 'subject', subject, seen);
    const audience = await audienceQueries.spelled(tx, call.body);
    const changes = changesBetween(subject, audience);
    const columns = valuesFor('subjects', audienceColumns, audience);
    const followed = await audienceQueries.followAudience(tx, subject.id);
    // Nobody in particular becomes everyone.
    if (followed && changes.length === 0)
      changes.push({ field: 'everyone', before: null, after: 'yes' });
    if (changes.length > 0)
      await storeVersion(tx, 'subject', subject.id, columns, { changes, actorId: actor.id });
    const change = { subjectId: subject.id, audience, today: campus.today() };
    const done = await audienceQueries.enrolOtherAudience(tx, change);
    refuseTooLarge(done.students);
    const moved = done.enrolled + done.removed + done.ended;
    if (changes.length + moved === 0) discardAct();
    describeAct({ count: moved });
    return done;
  });
};

export const deleteSubject: Handler<typeof subjects.deleteSubject> = ({ campus, actor, params }) =>
  inLongTransaction(campus.db, async (tx) => {
    const { id, term, ...subject } = await lockOpenSubject(tx, params.subjectId, 'exclusive');
    const { classes, balances, exams, assignments } = await dependentsOf(tx, id);
    const standing = countsInWords([
      [classes, 'class with marks', 'classes with marks'],
      [balances, 'opening balance'],
      [exams, 'exam'],
      [assignments, 'assignment'],
    ]);
    if (standing) throw conflict(`${subject.subjectName} has ${standing}: it cannot be deleted.`);
    await deleteEnrolments(tx, id);
    const columns = { term_id: null, carried_from: null, deleted_at: now, deleted_by: actor.id };
    const changes = [{ field: 'term', before: term.name, after: null }];
    await storeVersion(tx, 'subject', id, columns, { changes, actorId: actor.id });
  });

export const listSubjectEnrolments: Handler<typeof subjects.listSubjectEnrolments> = async (
  call,
) => {
  const { campus, query } = call;
  const { search, show = 'all' } = query;
  const { id: subjectId, term } = await subjectDetails(campus, call.params.subjectId);
  // In a closed term, "current" are the students who stayed until its last day.
  const today = term.state === 'closed' ? term.endsOn : campus.today();
  return readPart(query, enrolmentsList(campus.db, { subjectId, search, show, today }));
};

export const exportEnrolments = exportedList<typeof subjects.listSubjectEnrolments>(
  listSubjectEnrolments,
  [
    ['Name', 'text', (row) => row.studentName],
    ['Email', 'text', (row) => row.studentEmail],
    ['Roll Number', 'text', (row) => row.studentRollNo],
    ['Section', 'text', (row) => row.section],
    ['From', 'day', (row) => row.fromOn],
    ['To', 'day', (row) => row.toOn],
    ['Added by', 'text', (row) => row.addedBy],
    ['Dropped by', 'text', (row) => row.droppedBy],
  ],
);
