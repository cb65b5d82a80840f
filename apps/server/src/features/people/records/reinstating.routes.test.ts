import { addDays } from '@campus/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Person } from '../../../testing/make.ts';
import { testCampus, type TestCampus } from '../../../testing/test-campus.ts';
import { applyDueWithdrawals } from './withdrawal.service.ts';

const batches = '/api/people/students/batches';
let campus: TestCampus;
let now: Date;
let registrar: Person;
let asha: Person;
let ben: Person;
let withdrawal: { id: string };

const office = () => campus.as(registrar);
const lastDay = () => addDays(campus.today, 5);
const applied = async (action: object) => {
  const { body } = await office().post(batches, { students: [asha.id, ben.id], action });
  const answer = await office().post(`${batches}/${body.id}/apply`);
  expect(answer).toMatchObject({ status: 200, body: { changed: 2 } });
  return answer.body;
};
const isLetIn = async (student: Person): Promise<boolean> =>
  (await campus.as(student).get(`/api/students/by-email/${student.email}`)).status === 200;

/** Both have a last day, before which Asha was deactivated by hand, and it is over. */
beforeEach(async () => {
  now = new Date('2026-03-11T14:00:00Z');
  campus = await testCampus({ now });
  registrar = await campus.make.admin();
  [asha, ben] = [await campus.make.student(), await campus.make.student()];
  withdrawal = await applied({ kind: 'withdraw', on: lastDay() });
  expect((await office().post(`/api/people/${asha.id}/deactivate`)).status).toBe(200);
  now.setUTCDate(18);
  await applyDueWithdrawals(campus.campus);
  expect([await isLetIn(asha), await isLetIn(ben)]).toEqual([false, false]);
});
afterEach(() => campus.close());

const one = async (act: string, body: object) => {
  for (const { id } of [asha, ben])
    expect((await office().post(`/api/people/students/${id}/${act}`, body)).status).toBe(200);
};

test.each<[what: string, act: () => Promise<unknown>]>([
  ['reinstated', () => one('reinstate', {})],
  ['given a later last day', () => one('withdraw', { on: addDays(campus.today, 30) })],
  ['readmitted', () => applied({ kind: 'readmit', on: campus.campus.today() })],
  [
    'no longer withdrawn, since it is undone',
    () => office().post(`${batches}/${withdrawal.id}/undo`),
  ],
])(
  'whoever was deactivated by hand stays so when they are %s, others come in again',
  async (_, act) => {
    await act();
    expect([await isLetIn(asha), await isLetIn(ben)]).toEqual([false, true]);
    const account = `/api/people/${asha.id}`;
    expect((await office().get(`${account}/account`)).body.state).toBe('deactivated');
    expect((await office().post(`${account}/reactivate`)).status).toBe(200);
    expect(await isLetIn(asha)).toBe(true);
  },
);

test('undoing a readmission leaves whoever was deactivated by hand so', async () => {
  const { id } = await applied({ kind: 'readmit', on: campus.campus.today() });
  expect((await office().post(`${batches}/${id}/undo`)).status).toBe(200);
  expect([await isLetIn(asha), await isLetIn(ben)]).toEqual([false, false]);
  await one('reinstate', {});
  expect([await isLetIn(asha), await isLetIn(ben)]).toEqual([false, true]);
});

test('whoever was deactivated by hand, and reactivated, is withdrawn again when their readmission is undone', async () => {
  const { id } = await applied({ kind: 'readmit', on: campus.campus.today() });
  expect((await office().post(`/api/people/${asha.id}/reactivate`)).status).toBe(200);
  expect((await office().post(`${batches}/${id}/undo`)).status).toBe(200);
  expect([await isLetIn(asha), await isLetIn(ben)]).toEqual([false, false]);
  await one('reinstate', {});
  expect([await isLetIn(asha), await isLetIn(ben)]).toEqual([true, true]);
});
