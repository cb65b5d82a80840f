import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Inbox, openInbox } from '../../testing/inbox.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { publicUrl } from '../../testing/test-identity.ts';
import { sendForm } from '../../testing/upload.ts';

let campus: TestCampus;
let inbox: Inbox;
let office: Caller;

beforeEach(async () => {
  campus = await testCampus({ withIdentity: true });
  inbox = await openInbox(campus);
  const ruth = await campus.make.admin({ came_in_at: new Date('2026-01-01') });
  office = campus.as(ruth);
});
afterEach(async () => {
  await inbox.close();
  await campus.close();
});

const ada = { name: 'Ada', email: 'ada@example.edu' };
const add = (query = '', person: object = ada) => office.post(`/api/uploadStudent${query}`, person);
const upload = (path: string, lines: readonly string[]) =>
  sendForm(office, path, [{ name: 'students.csv', content: lines.join('\r\n') }]);
const state = async (): Promise<any> => (await office.get('/api/people/invitations')).body;
const inviteAll = (who: 'never_invited' | 'expired', role = 'student') =>
  office.post('/api/people/invitations', { who, role });
const names = async (show: string): Promise<string[]> =>
  (await office.get<any[]>(`/api/faculty/students/all?show=${show}`)).body.map(({ name }) => name);
const expire = () => campus.database.query('update account_outbox set link_until = now()');

test('a person who is added is invited at once by default', async () => {
  await add();
  expect(await state()).toMatchObject({ waiting: 1, neverInvited: { students: 0 } });
  expect(await inbox.mailsTo(ada.email)).toHaveLength(1);
});

test('postponed invitations are sent together to all who wait for one', async () => {
  await add('?invite=later');
  await office.post('/api/uploadFaculty?invite=later', {
    name: 'Meera',
    email: 'meera@example.edu',
    department: 'Physics',
    contactNo: 9845022114,
    gender: 'Female',
    dob: '1980-01-01',
    address: 'Quad 1',
  });
  await upload('/api/uploadStudentDetails?invite=later', ['name,email', 'Bo,bo@example.edu']);
  expect(await state()).toMatchObject({
    waiting: 0,
    endsAt: null,
    neverInvited: { students: 2, teachers: 1, administrators: 0 },
  });
  expect(await names('never_invited')).toEqual(['Ada', 'Bo']);
  expect((await office.get('/api/faculty/all?show=never_invited')).body).toHaveLength(1);
  expect(await inbox.mailsTo(ada.email)).toEqual([]);

  expect((await inviteAll('never_invited')).body).toEqual({ invited: 2 });
  // Inviting again changes nothing.
  expect((await inviteAll('never_invited')).body).toEqual({ invited: 0 });
  expect(await names('never_invited')).toEqual([]);
  expect(await inbox.mailsTo(ada.email)).toHaveLength(1);
  expect(await inbox.mailsTo('bo@example.edu')).toHaveLength(1);
  expect(await inbox.mailsTo('meera@example.edu')).toEqual([]);
  const told = (await office.get<any[]>('/api/trail?kind=people_invited')).body;
  expect(told).toMatchObject([{ count: 2 }]);
});

test('the progress, speed and expected end of the waiting mails are shown', async () => {
  await upload('/api/uploadStudentDetails', [
    'name,email',
    ...[1, 2, 3].map((n) => `S${n},s${n}@example.edu`),
  ]);
  inbox.server.refuseWith(451);
  await inbox.worker.workThrough();
  const { clock } = campus.campus;
  const before = clock.now();
  const waiting = await state();
  expect(waiting).toMatchObject({ waiting: 3, sent: 0, problem: expect.stringContaining('today') });
  const takes = (3 * 60_000) / waiting.mailsPerMinute;
  expect(Date.parse(waiting.endsAt)).toBeGreaterThanOrEqual(Math.floor(before + takes));
  expect(Date.parse(waiting.endsAt)).toBeLessThanOrEqual(Math.ceil(clock.now() + takes));
  inbox.server.refuseWith(undefined);
  await inbox.letTimePass();
  await inbox.worker.workThrough();
  expect(await state()).toMatchObject({ waiting: 0, problem: null });
});

test('expired invitations can be sent again together, except to people who have signed in', async () => {
  await add();
  await add('', { name: 'Bo', email: 'bo@example.edu' });
  const [mail] = await inbox.mailsTo('bo@example.edu');
  await inbox.choosePassword(mail, 'correct horse');
  expect(await state()).toMatchObject({ expired: { students: 0 } });
  await expire();
  expect(await state()).toMatchObject({ expired: { students: 1 }, neverInvited: { students: 0 } });
  expect(await names('invitation_expired')).toEqual(['Ada']);
  expect((await inviteAll('expired')).body).toEqual({ invited: 1 });
  expect(await inbox.mailsTo(ada.email)).toHaveLength(2);
  expect(await inbox.mailsTo('bo@example.edu')).toHaveLength(1);
  expect(await state()).toMatchObject({ expired: { students: 0 } });
});

test('“Forgot password” of a person who was never invited sends the invitation, before others', async () => {
  const ask = () =>
    campus.nobody.post(
      '/identity/request-password-reset',
      { email: ada.email },
      { origin: publicUrl },
    );
  await add('?invite=later');
  await ask();
  const [mail, ...more] = await inbox.mailsTo(ada.email);
  expect(mail?.text).toContain('your account at Campus is ready');
  expect(more).toEqual([]);
  expect(await state()).toMatchObject({ neverInvited: { students: 0 } });
  expect(await inbox.choosePassword(mail, 'correct horse')).toBe(200);
  await ask();
  expect((await inbox.mailsTo(ada.email)).at(-1)?.text).toContain('asked for a new password');
});

test('a person who signs in with an account of another kind is not to be invited', async () => {
  const cy = await campus.make.student({ name: 'Cy' });
  const gone = await campus.make.student({ name: 'Gone', active: false });
  expect(await names('never_invited')).toEqual(['Cy']);
  await campus.as(cy).get('/api/campus');
  expect(await names('never_invited')).toEqual([]);
  expect(gone.name).toBe('Gone');
});
