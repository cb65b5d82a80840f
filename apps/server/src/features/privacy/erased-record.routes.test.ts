import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { picture } from '../../testing/picture.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

let campus: TestCampus;
let admin: Person;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
});
afterAll(() => campus.close());

/** Erases a person and returns the e-mail that the record has from then on. */
const erased = async ({ id, email }: Person): Promise<string> => {
  const office = campus.as(admin);
  await office.post(`/api/people/${id}/deactivate`);
  expect((await office.post(`/api/people/${id}/erasure`, { email })).status).toBe(204);
  return (await office.get(`/api/people/${id}/account`)).body.email;
};

const refused = {
  status: 409,
  body: { message: 'Who this was has been erased. The record stays as it is.' },
};

test.each(['students', 'faculty'] as const)(
  'a picture is refused for an erased person, whom nobody could rid of it: %s',
  async (area) => {
    const { student, teacher } = campus.make;
    const email = await erased(await (area === 'students' ? student() : teacher()));
    const upload = await sendForm(campus.as(admin), `/api/${area}/upload-image`, [
      { field: 'email', content: email },
      { field: 'image', name: 'me.png', type: 'image/png', content: await picture('png') },
    ]);
    expect(upload).toMatchObject(refused);
  },
);

test('class information is refused for an erased teacher', async () => {
  const email = await erased(await campus.make.teacher());
  const upload = await sendForm(campus.as(admin), `/api/class-info/faculty/${email}`, [
    { name: 'x.pdf', type: 'application/pdf', content: '%PDF-1.7 x' },
  ]);
  expect(upload).toMatchObject(refused);
});

test('the trail forgets who was erased, and nothing of others whose e-mail contains theirs', async () => {
  const { make } = campus;
  const [ann, joann, zoe] = [
    await make.teacher({ email: 'ann@example.edu' }),
    await make.teacher({ email: 'joann@example.edu' }),
    await make.teacher(),
  ];
  const { id } = await make.subject({ term_id: (await make.term()).id, teacher_id: ann.id });
  for (const { email } of [zoe, joann]) {
    const changed = await campus.as(admin).patch(`/api/subjects/${id}`, { emailId: email });
    expect(changed.status).toBe(200);
  }
  await erased(ann);
  const { body } = await campus.as(admin).get('/api/trail?kind=subject_changed');
  expect(body.map(({ changes }: { changes: unknown }) => changes)).toEqual([
    [{ field: 'emailId', before: zoe.email, after: joann.email }],
    [],
  ]);
});
