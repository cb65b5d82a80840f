import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, testCampus, type TestCampus } from '../testing/test-campus.ts';

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
