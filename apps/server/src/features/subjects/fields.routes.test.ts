import { addDays, subjectFields } from '@campus/contract';
import { expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus } from '../../testing/test-campus.ts';

const names = Object.keys(subjectFields) as (keyof typeof subjectFields)[];
/** A subject with every field; each `turn` gives different values. */
const subjectOf = (turn: number, teacher: Person) =>
  Object.fromEntries(
    names.map((name) => {
      const field = subjectFields[name];
      if (field.type === 'email') return [name, teacher.email];
      return [name, field.type === 'whole' ? field.min + turn : `${name} ${turn}`];
    }),
  );

test('every field of a subject can be added and changed, is in the conflict shown to others, and is carried over', async () => {
  const campus = await testCampus();
  try {
    const { make, today } = campus;
    const ruth = campus.as(await make.admin({ name: 'Ruth Adeyemi' }));
    const { id: termId } = await make.term({ name: 'Spring', ends_on: today });
    const first = subjectOf(1, await make.teacher());
    const second = subjectOf(2, await make.teacher());

    const added = await ruth.post('/api/enrollments/create-for-all', first);
    expect([added.status, added.body]).toEqual([201, expect.objectContaining(first)]);
    const path = `/api/subjects/${added.body.id}`;
    const changed = await ruth.patch(path, second);
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(second)]);

    const stale = await ruth.send({
      method: 'PATCH',
      path,
      body: '{}',
      headers: { 'content-type': 'application/json', 'if-match': '"1"' },
    });
    const details = stale.body.details as { field: string; before: string; now: string }[];
    expect(
      Object.fromEntries(details.map(({ field, before, now }) => [field, [before, now]])),
    ).toEqual(
      Object.fromEntries(names.map((name) => [name, [String(first[name]), String(second[name])]])),
    );

    const closed = await ruth.post(`/api/terms/${termId}/close`, {
      next: { name: 'Autumn', startsOn: addDays(today, 1), endsOn: addDays(today, 90) },
      promote: { semester: false, year: false },
      carrySubjects: 'all',
      reason: 'The term is over',
    });
    expect(closed.status).toBe(200);
    expect((await ruth.get('/api/enrollments')).body).toEqual([expect.objectContaining(second)]);
  } finally {
    await campus.close();
  }
});
