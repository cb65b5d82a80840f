import { type HelperKind, subjects } from '@campus/contract';
import { notFound, found } from '../../campus-error.ts';
import { text, textOrNull } from '../../db/db.ts';
import { storeVersion } from '../../db/history.ts';
import type { Handler } from '../../http/call.ts';
import { invalid } from '../../http/refusals.ts';
import { changeOpenSubject, lockTeacher } from './subjects.policy.ts';

const inWords: Readonly<Record<HelperKind, string>> = {
  co_teacher: 'co-teacher',
  assistant: 'assistant',
  substitute: 'substitute',
};

export const addHelper: Handler<typeof subjects.addHelper> = (call) => {
  const { actor } = call;
  const { email, kind, fromOn, toOn = null, sectionId = null } = call.body;
  const duplicates = {
    subject_teachers_once: `${email} helps in this subject from that day on already.`,
  };
  return changeOpenSubject(call, duplicates, async (tx, { id, term, emailId }) => {
    if (email === emailId) throw invalid('email', 'This is the teacher of the subject.');
    const teacherId = await lockTeacher(tx, 'email', email);
    for (const [name, day] of Object.entries({ fromOn, toOn }))
      if (day !== null && (day < term.startsOn || day > term.endsOn))
        throw invalid(name, `The term lasts from ${term.startsOn} to ${term.endsOn}.`);
    const may = subjects.helperRights[kind] ?? {
      mayMark: call.body.mayMark === true,
      mayGrade: call.body.mayGrade === true,
    };
    const { section } = await tx.one(
      { section: textOrNull },
      `with section as (select id, name from sections where id = $9 and subject_id = $1),
       added as (
         insert into subject_teachers
           (subject_id, person_id, kind, may_mark, may_grade, from_on, to_on, added_by, section_id)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9::bigint
         where $9 is null or exists (select from section)
       )
       select (select name from section) as section`,
      [id, teacherId, kind, may.mayMark, may.mayGrade, fromOn, toOn, actor.id, sectionId],
    );
    if (sectionId !== null && section === null)
      throw invalid('sectionId', 'This subject has no such section.');
    const of = section === null ? '' : ` of section ${section}`;
    const after = `${email}, ${inWords[kind]}${of} from ${fromOn}`;
    const changes = [{ field: 'helper', before: null, after }];
    await storeVersion(tx, 'subject', id, {}, { changes, actorId: actor.id });
  });
};

export const removeHelper: Handler<typeof subjects.removeHelper> = (call) =>
  changeOpenSubject(call, {}, async (tx, { id }) => {
    const { email } = found(
      await tx.row(
        { email: text },
        `delete from subject_teachers as helper using people
         where helper.id = $1 and subject_id = $2 and people.id = person_id returning email`,
        [call.params.helperId, id],
      ),
      () => notFound('Nobody helps in this subject by this number.'),
    );
    const changes = [{ field: 'helper', before: email, after: null }];
    await storeVersion(tx, 'subject', id, {}, { changes, actorId: call.actor.id });
  });
