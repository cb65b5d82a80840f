import type { sections } from '@campus/contract';
import { conflict, found } from '../../campus-error.ts';
import { describeAct, discardAct } from '../../db/acts.ts';
import { integer, text, texts, type Transaction } from '../../db/db.ts';
import { storeVersion } from '../../db/history.ts';
import { inLongTransaction, inTransaction } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { invalid } from '../../http/refusals.ts';
import { enrolmentById, enrolmentOwner } from './enrolments.queries.ts';
import { noSuchEnrolment, noSuchSection } from './refusals.ts';
import { changeOpenSubject, lockOpenSubject, subjectDetails } from './subjects.policy.ts';

const taken = { sections_once: 'This subject has a section of this name already.' };

const storeSection = (
  tx: Transaction,
  subjectId: string,
  change: { before: string | null; after: string | null },
  actorId: string,
) =>
  storeVersion(
    tx,
    'subject',
    subjectId,
    {},
    { changes: [{ field: 'section', ...change }], actorId },
  );

export const addSection: Handler<typeof sections.addSection> = (call) =>
  changeOpenSubject(call, taken, async (tx, { id }) => {
    const { name } = call.body;
    await tx.query('insert into sections (subject_id, name) values ($1, $2)', [id, name]);
    await storeSection(tx, id, { before: null, after: name }, call.actor.id);
  });

export const renameSection: Handler<typeof sections.renameSection> = (call) =>
  changeOpenSubject(call, taken, async (tx, { id }) => {
    const { name } = call.body;
    const { before } = found(
      await tx.row(
        { before: text },
        `update sections set name = $3 from sections as was
         where sections.id = $2 and sections.subject_id = $1 and was.id = sections.id
         returning was.name as before`,
        [id, call.params.sectionId, name],
      ),
      noSuchSection,
    );
    await storeSection(tx, id, { before, after: name }, call.actor.id);
  });

export const removeSection: Handler<typeof sections.removeSection> = async (call) => {
  const { campus, actor } = call;
  const { subjectId, sectionId } = call.params;
  await inLongTransaction(campus.db, async (tx) => {
    await lockOpenSubject(tx, subjectId);
    const { name, teachers } = found(
      await tx.row(
        { name: text, teachers: texts },
        `select name, array(select people.name from subject_teachers as helper
           join people on people.id = person_id where section_id = sections.id order by 1) as teachers
         from sections where id = $2 and subject_id = $1`,
        [subjectId, sectionId],
      ),
      noSuchSection,
    );
    if (teachers.length > 0)
      throw conflict(`${teachers.join(', ')} teaches section ${name}. Remove that first.`);
    await tx.query('update enrolments set section_id = null where section_id = $1', [sectionId]);
    await tx.query('delete from sections where id = $1', [sectionId]);
    await storeSection(tx, subjectId, { before: name, after: null }, actor.id);
  });
  return subjectDetails(campus, subjectId);
};

/**
 * Divides the students without a section: the sections end up as equal in size as possible, and each gets students
 * with adjacent roll numbers. A student with a leave ahead, who is enrolled before and after it, counts once.
 */
export const divideStudents: Handler<typeof sections.divideStudents> = async (call) => {
  const { campus, params } = call;
  const { subjectId } = params;
  await inLongTransaction(campus.db, async (tx) => {
    const { subjectName } = await lockOpenSubject(tx, subjectId);
    const { sections, moved } = await tx.one(
      { sections: integer, moved: integer },
      `with waiting as (
         select student_id, row_number() over (order by roll_no nulls last, name, student_id) as place
         from (
           select distinct student_id, roll_no, name
           from enrolments join student_directory on person_id = student_id
           where subject_id = $1 and section_id is null and coalesce(to_on >= $2::date, true)
         ) as student
       ),
       places as (
         select section_id, row_number() over (order by name, section_id) as place from (
           select sections.id as section_id, name, nth + (
             select count(distinct student_id) from enrolments
             where section_id = sections.id and coalesce(to_on >= $2::date, true)) as students
           from sections, generate_series(1, (select count(*) from waiting)) as nth
           where subject_id = $1
           order by students, name, section_id limit (select count(*) from waiting)
         ) as emptiest
       ),
       moved as (
         update enrolments set section_id = places.section_id
         from waiting join places using (place)
         where subject_id = $1 and enrolments.student_id = waiting.student_id
           and enrolments.section_id is null and coalesce(to_on >= $2::date, true)
         returning enrolments.student_id
       )
       select (select count(*)::int from sections where subject_id = $1) as sections,
         (select count(distinct student_id)::int from moved) as moved`,
      [subjectId, campus.today()],
    );
    if (sections === 0) throw conflict(`${subjectName} has no sections yet. Add them first.`);
    if (moved === 0) discardAct();
    describeAct({ count: moved });
  });
  return subjectDetails(campus, subjectId);
};

/** Moves a student for a period of enrolment, and for what goes on after a leave. */
export const moveToSection: Handler<typeof sections.moveToSection> = ({ campus, ...call }) =>
  inTransaction(campus.db, async (tx) => {
    const { enrolmentId } = call.params;
    const { sectionId } = call.body;
    const owner = found(await enrolmentOwner(tx, enrolmentId), noSuchEnrolment);
    await lockOpenSubject(tx, owner.subjectId);
    const moved = await tx.row(
      { id: text },
      `update enrolments set section_id = $2
       from enrolments as chosen join students on person_id = chosen.student_id
       where chosen.id = $1 and enrolments.subject_id = chosen.subject_id
         and enrolments.student_id = chosen.student_id
         and (enrolments.id = $1
           or enrolments.from_on > chosen.from_on and enrolments.from_on = away_until + 1)
         and ($2::bigint is null
           or exists (select from sections where id = $2 and sections.subject_id = chosen.subject_id))
       returning enrolments.id::text`,
      [enrolmentId, sectionId],
    );
    if (!moved) throw invalid('sectionId', 'This subject has no such section.');
    describeAct({ recordId: owner.studentId, within: { kind: 'subject', id: owner.subjectId } });
    return enrolmentById(tx, owner.subjectId, enrolmentId);
  });
