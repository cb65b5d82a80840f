import assert from 'node:assert/strict';
import { addDays } from '@campus/contract';
import { valueOf } from '../measure/statements.ts';
import { type Bench, cyclic } from './bench.ts';

/** Checks that the limit keeps the same promises as Campus, else it would be no limit. Leaves no data behind. */
export const checkPromises = async ({ data, limit }: Bench): Promise<void> => {
  const { client } = limit;
  const subject = cyclic(data.subjects, 0);
  const held = cyclic(data.heldOn, 0);
  const [one, other] = [cyclic(subject.students, 0), cyclic(subject.students, 1)];
  const submit = (
    by: { id: number },
    students: readonly { email: string }[],
    present: boolean,
    { date = held, seen = null as number | null } = {},
  ) =>
    client.query('select submit($1, $2, $3, $4, $5, $6, $7)', [
      by.id,
      subject.id,
      date,
      seen,
      students.map(({ email }) => email),
      students.map(() => present),
      students.map(() => null),
    ]);
  const refused = async (reason: RegExp, submitted: () => Promise<unknown>): Promise<void> => {
    await client.query('savepoint before');
    await assert.rejects(submitted(), reason);
    await client.query('rollback to before');
  };
  const { teacher } = subject;
  await client.query('begin');
  await refused(/not yours/, () => submit(cyclic(data.teachers, 1), [one], true));
  await refused(/not enrolled/, () => submit(teacher, [one, teacher], true));
  for (const date of [addDays(data.term.startsOn, -1), data.term.endsOn])
    await refused(/not on this day/, () => submit(teacher, [one], true, { date }));

  await submit(teacher, [one, other], true);
  await submit(data.admin, [one], false, { seen: 1 });
  // Based on the state before the correction: refused only for students changed since.
  await refused(/in the meantime/, () => submit(teacher, [one], true, { seen: 1 }));
  await submit(teacher, [other], false, { seen: 1 });
  const { rows } = await client.query<{ version: number; corrected: object; kept: number }>(
    `select version, corrected_by as corrected,
       (select count(*)::int from former_classes where class = classes.id) as kept
     from classes where subject = $1 and held_on = $2`,
    [subject.id, held],
  );
  const [found] = rows;
  assert.equal(found?.kept, found && found.version - 1);
  assert.deepEqual(found?.corrected, { 1: data.admin.id });
  await refused(/cannot be changed/, () => client.query('delete from former_classes'));
  await client.query('update people set name = $2 where id = $1', [one.id, 'Married Since']);
  const cards = await valueOf<string>(client, 'select cards from rolls where subject = $1', [
    subject.id,
  ]);
  assert.match(cards, /"Married Since"/);
  await client.query('rollback');
};
