import type { IsoDate } from '@campus/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

let campus: TestCampus;
let office: Caller;
let term: string;
let lea: Person;
let max: Person;

beforeEach(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  const { make } = campus;
  office = campus.as(await make.admin({ name: 'Office', duty: 'registrar' }));
  await make.teacher({ email: 'dana@example.edu' });
  lea = await make.student({ name: 'Lea', email: 'lea@example.edu' }, { course: 'Law' });
  max = await make.student({ name: 'Max', email: 'max@example.edu' }, { course: 'Arts' });
  ({ id: term } = await make.term({
    name: 'Autumn 2026',
    starts_on: '2026-09-01' as IsoDate,
    ends_on: '2027-01-31' as IsoDate,
  }));
});
afterEach(() => campus.close());

const { stored } = moveInFiles(() => office);

const ofLaw = 'Code,Name,Teacher,Term,Audience Course\nCO,Contracts,dana@example.edu,';
const subjectIn = async (termId: string): Promise<string> =>
  (await office.get(`/api/terms/${termId}/subjects`)).body[0].id;
const periods = async (subject: string) => {
  const { body } = await office.get(`/api/subjects/${subject}/enrolments`);
  return body.map((one: any) => [one.studentName, one.fromOn, one.toOn, one.addedBy]);
};

describe('a student whom a file enrols', () => {
  let contracts: string;
  beforeEach(async () => {
    await stored('subjects', `${ofLaw}Autumn 2026,Law\n`);
    await stored('enrolments', 'Email,Subject\nlea@example.edu,CO\nmax@example.edu,CO\n');
    contracts = await subjectIn(term);
  });

  test('follows the audience they match: a change of programme ends it, and stays as an exception otherwise', async () => {
    expect(await periods(contracts)).toEqual([
      ['Lea', '2026-09-01', null, null],
      ['Max', '2026-09-01', null, 'Office'],
    ]);
    const path = '/api/people/students/batches';
    const action = { kind: 'transfer', on: '2026-11-20', values: { course: 'Physics' } };
    const { body } = await office.post(path, { action, students: [lea.id, max.id] });
    expect((await office.post(`${path}/${body.id}/apply`)).status).toBe(200);
    expect(await periods(contracts)).toEqual([
      ['Lea', '2026-09-01', '2026-11-19', null],
      ['Max', '2026-09-01', null, 'Office'],
    ]);
  });

  test('follows another audience of the subject, too', async () => {
    const { body } = await office.send({
      method: 'PUT',
      path: `/api/subjects/${contracts}/audience`,
      body: '{"course":"Physics"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(body).toMatchObject({ enrolled: 0, removed: 1 });
    expect(await periods(contracts)).toEqual([['Max', '2026-09-01', null, 'Office']]);
  });
});

describe('an enrolment from a file of whom the audience matches', () => {
  test('is not lost by undoing the import of its student', async () => {
    const files = [{ name: 'new.csv', content: 'Name,Email,Course\nNia,nia@example.edu,Law\n' }];
    await sendForm(office, '/api/uploadStudentDetails?invite=later', files);
    await stored('subjects', `${ofLaw}Autumn 2026,Law\n`);
    await stored('enrolments', 'Email,Subject\nnia@example.edu,CO\n');
    const path = '/api/people/students/batches';
    const [batch] = (await office.get(path)).body;
    const { status, body } = await office.post(`${path}/${batch.id}/undo`);
    expect([status, body.details]).toEqual([
      409,
      [{ name: 'Nia', what: 'was enrolled or dropped by hand or by a file' }],
    ]);
  });

  test('is not lost by deleting a planned term', async () => {
    await stored('terms', 'Name,First day,Last day\nSpring 2027,2027-02-01,2027-06-30\n');
    await stored('subjects', `${ofLaw}Spring 2027,Law\n`);
    await stored('enrolments', 'Email,Subject,Term\nlea@example.edu,CO,Spring 2027\n');
    const { body } = await office.get('/api/terms');
    const planned = body.find(({ name }: { name: string }) => name === 'Spring 2027').id;
    const deleted = await office.send({ method: 'DELETE', path: `/api/terms/${planned}` });
    expect([deleted.status, deleted.body.details]).toEqual([
      409,
      [{ name: 'Contracts (CO)', what: 'has students' }],
    ]);
  });

  test('is not lost by reopening the former term', async () => {
    await stored('subjects', `${ofLaw}Autumn 2026,Law\n`);
    const closed = await office.post(`/api/terms/${term}/close`, {
      next: { name: 'Spring 2027', startsOn: '2027-02-01', endsOn: '2027-06-30' },
      promote: { semester: false, year: false },
      carrySubjects: [await subjectIn(term)],
      reason: 'Over',
    });
    expect(closed.status).toBe(200);
    await campus.make.student({ email: 'nia@example.edu' }, { course: 'Law' });
    expect(await stored('enrolments', 'Email,Subject\nnia@example.edu,CO\n')).toBe(1);
    const { status, body } = await office.post(`/api/terms/${term}/reopen`);
    expect([status, body.details]).toEqual([
      409,
      [{ name: 'Contracts (CO)', what: '1 enrolment by hand or by a file' }],
    ]);
  });
});
