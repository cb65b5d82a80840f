import { open } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Caller, testCampus, type TestCampus } from '../testing/test-campus.ts';
import { sendForm } from '../testing/upload.ts';

let campus: TestCampus;
let admin: Caller;

beforeAll(async () => {
  campus = await testCampus();
  admin = campus.as(await campus.make.admin());
});
afterAll(() => campus.close());

const announcement = { title: 'Tea', message: 'At four.' };

test('when the disk is full, people are told that nothing was stored and whom to tell', async () => {
  await campus.database.asOwner(`
    create function no_space() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file' using errcode = 'disk_full';
    end
    $$;
    create trigger no_space before insert on announcements execute function no_space()`);
  expect(await admin.post('/api/admin/announcement', announcement)).toMatchObject({
    status: 503,
    body: {
      error: 'unavailable',
      message:
        'The disk of the server is full. Nothing was stored; please tell the administrators of Campus.',
    },
  });
  expect((await admin.get('/api/all/announcement')).body).toEqual([]);
  await campus.database.asOwner('drop trigger no_space on announcements');
  expect((await admin.post('/api/admin/announcement', announcement)).status).toBe(201);
});

test.each(['ENOSPC', 'EDQUOT'])(
  'when there is no room for an upload (%s), people are told the same',
  async (code) => {
    const file = await open(import.meta.filename);
    await file.close();
    const append = vi
      .spyOn(Object.getPrototypeOf(file) as typeof file, 'appendFile')
      .mockRejectedValue(Object.assign(new Error(code), { code, syscall: 'write' }));
    const list = [{ name: 'students.csv', content: 'Name\nAda\n' }];
    const answer = await sendForm(admin, '/api/uploadStudentDetails', list);
    append.mockRestore();
    expect(answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
      body: {
        message: expect.stringMatching(/^The disk of the server is full\. Nothing was stored/),
      },
    });
  },
);
