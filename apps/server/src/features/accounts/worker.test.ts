import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Inbox, openInbox, tokenIn } from '../../testing/inbox.ts';
import { timeAt } from '../../clock.ts';
import { startJobs } from '../../jobs.ts';
import { startProcess } from '../../testing/campus-process.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { publicUrl } from '../../testing/test-identity.ts';

let campus: TestCampus;
let inbox: Inbox;
let admin: Person;
let added = 0;

beforeAll(async () => {
  campus = await testCampus({ withIdentity: true });
  inbox = await openInbox(campus);
  admin = await campus.make.admin();
});
beforeEach(() => {
  inbox.server.mails.length = 0;
  inbox.server.refuseWith(undefined);
});
afterAll(async () => {
  await inbox.close();
  await campus.close();
});

/** Adds a student as an administrator does. */
const addStudent = async (name = 'Émile Zola'): Promise<{ id: string; email: string }> => {
  const email = `student${(added += 1)}@example.edu`;
  const { status, body } = await campus.as(admin).post('/api/uploadStudent', { name, email });
  expect(status).toBe(201);
  return { id: body.id, email };
};
const tasksOf = async (personId: string) => {
  const { rows } = await campus.database.pool.query<{
    kind: string;
    outcome: string | null;
    attempts: number;
    last_error: string | null;
  }>(
    `select kind, outcome, attempts, last_error
     from account_outbox where person_id = $1 order by id`,
    [personId],
  );
  return rows;
};
/** Expects the task of a person to be tried again this many seconds after the work. */
const expectNextAttempt = async (
  personId: string,
  seconds: number,
  work: () => Promise<unknown>,
) => {
  const { database } = campus;
  const { databaseTime: before } = await timeAt(database);
  await work();
  const { databaseTime: after } = await timeAt(database);
  const { rows } = await database.pool.query<{ at: number }>(
    `select extract(epoch from next_attempt_at)::float8 * 1000 as at
     from account_outbox where person_id = $1`,
    [personId],
  );
  expect(rows[0]?.at).toBeGreaterThanOrEqual(before + seconds * 1000);
  expect(rows[0]?.at).toBeLessThanOrEqual(after + seconds * 1000);
};
const accountsWith = async (email: string): Promise<number> => {
  const { rows } = await campus.database.pool.query(
    'select from identity."user" where email = $1',
    [email],
  );
  return rows.length;
};

describe('an invitation', () => {
  test('goes to a student who was added, and opens Campus', async () => {
    const { email } = await addStudent();
    const [mail, ...more] = await inbox.mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.headers.get('subject')).toBe('Welcome to Campus, Émile Zola');
    expect(mail?.text).toContain('14 days');
    expect(await inbox.choosePassword(mail, 'correct horse')).toBe(200);
    const student = await campus.signIn(email, 'correct horse');
    expect((await student.get(`/api/students/by-email/${email}`)).status).toBe(200);
    expect(await inbox.choosePassword(mail, 'another one')).toBe(410);
  });

  test('has the institution as its sender and signature, once that has a name', async () => {
    await campus.as(admin).patch('/api/settings', { name: 'Université, de l’Åbo' });
    const { email } = await addStudent();
    const [mail] = await inbox.mailsTo(email);
    await campus.as(admin).patch('/api/settings', { name: null });
    expect(mail?.headers.get('from')).toBe('Université, de l’Åbo <campus@example.edu>');
    expect(mail?.text.trimEnd().split(/\r?\n/).at(-1)).toBe('Université, de l’Åbo');
  });

  test('goes once to a teacher, and to everybody in a class list', async () => {
    const teacher = 'teacher.one@example.edu';
    await campus.as(admin).post('/api/uploadFaculty', {
      name: 'Meera Nair',
      department: 'Physics',
      email: teacher,
      dob: '1980-01-01',
      contactNo: 9845022114,
      address: 'Quad 1',
      gender: 'Female',
    });
    const boundary = 'form';
    const file = 'name,email\nAda,ada@example.edu\nBo,bo@example.edu\n';
    const { status } = await campus.as(admin).send({
      method: 'POST',
      path: '/api/uploadStudentDetails',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="c.csv"\r\n\r\n${file}\r\n--${boundary}--\r\n`,
    });
    expect(status).toBe(200);
    for (const email of [teacher, 'ada@example.edu', 'bo@example.edu'])
      expect(await inbox.mailsTo(email)).toHaveLength(1);
  });

  test('is not queued when the person is not stored', async () => {
    const { email } = await addStudent();
    await inbox.worker.workThrough();
    const again = await campus.as(admin).post('/api/uploadStudent', { name: 'Twin', email });
    expect(again.status).toBe(409);
    expect(await inbox.mailsTo(email)).toHaveLength(1);
  });

  test('is not sent to someone deactivated meanwhile', async () => {
    const { id, email } = await addStudent();
    await campus.as(admin).post(`/api/people/${id}/deactivate`);
    expect(await inbox.mailsTo(email)).toEqual([]);
    expect(await tasksOf(id)).toMatchObject([{ outcome: 'not_needed' }]);
  });

  test('gets no extra lines or headers, whatever a person’s name', async () => {
    const { email } = await addStudent('Eve\r\nBcc: all@example.edu');
    const [mail] = await inbox.mailsTo(email);
    expect(mail?.to).toEqual([email]);
    expect(mail?.headers.has('bcc')).toBe(false);
  });
});

describe('while the mail server refuses a mail', () => {
  test('it is tried again, later each time, and arrives once', async () => {
    const { id, email } = await addStudent();
    inbox.server.refuseWith(451);
    await expectNextAttempt(id, 60, async () => expect(await inbox.mailsTo(email)).toEqual([]));
    expect(await tasksOf(id)).toMatchObject([{ attempts: 1, outcome: null }]);
    await inbox.letTimePass();
    await expectNextAttempt(id, 120, () => inbox.worker.workThrough());
    expect(await tasksOf(id)).toMatchObject([{ attempts: 2 }]);
    expect((await tasksOf(id))[0]?.last_error).toContain('not today');

    inbox.server.refuseWith(undefined);
    expect(await inbox.mailsTo(email)).toEqual([]);
    await inbox.letTimePass();
    expect(await inbox.mailsTo(email)).toHaveLength(1);
    expect(await tasksOf(id)).toMatchObject([{ outcome: 'done', last_error: null }]);
    expect(await accountsWith(email)).toBe(1);
  });

  test('for good, it is given up', async () => {
    const { id, email } = await addStudent();
    inbox.server.refuseWith(550);
    await inbox.mailsTo(email);
    expect(await tasksOf(id)).toMatchObject([{ outcome: 'failed', attempts: 1 }]);
    const { body } = await campus.as(admin).get(`/api/people/${id}/account`);
    expect(body.lastMailError).toContain('not today');
    expect(body.state).toBe('never_invited');
  });

  test('one that is 13 days old is tried again, within six hours', async () => {
    const { id, email } = await addStudent();
    inbox.server.refuseWith(451);
    await campus.database.pool.query(
      `update account_outbox set created_at = now() - interval '13 days', attempts = 20
       where person_id = $1`,
      [id],
    );
    await expectNextAttempt(id, 21_600, () => inbox.mailsTo(email));
    expect(await tasksOf(id)).toMatchObject([{ outcome: null, attempts: 21 }]);
  });

  test('one that is two weeks old is given up as well', async () => {
    const { id, email } = await addStudent();
    inbox.server.refuseWith(451);
    await campus.database.pool.query(
      `update account_outbox set created_at = now() - interval '15 days' where person_id = $1`,
      [id],
    );
    await inbox.mailsTo(email);
    expect(await tasksOf(id)).toMatchObject([{ outcome: 'failed' }]);
  });
});

describe('a request for a new password', () => {
  const ask = (email: string) =>
    campus.nobody.post('/identity/request-password-reset', { email }, { origin: publicUrl });
  const change = (what: string, email: string, hours: number) =>
    campus.database.pool.query(
      `update account_outbox set ${what} = now() - make_interval(hours => $2) where email = $1`,
      [email, hours],
    );

  test('is given up after a day without a mail server', async () => {
    const outcomes = [];
    for (const hours of [23, 25]) {
      const { email } = await addStudent();
      await inbox.mailsTo(email);
      inbox.server.refuseWith(451);
      await ask(email);
      await change('created_at', email, hours);
      await inbox.worker.workThrough();
      const { rows } = await campus.database.pool.query(
        'select outcome from account_outbox where email = $1',
        [email],
      );
      outcomes.push(...rows.map(({ outcome }) => outcome));
      inbox.server.refuseWith(undefined);
    }
    expect(outcomes).toEqual([null, 'failed']);
  });

  test('is forgotten after 30 days, or two if nobody has the e-mail; an invitation is not', async () => {
    const days = { known: [29, 31], unknown: [1, 3] };
    const { id, email: invited } = await addStudent();
    await inbox.mailsTo(invited);
    await campus.database.pool.query(
      `update account_outbox set finished_at = now() - interval '1 year' where person_id = $1`,
      [id],
    );
    for (const day of [...days.known, ...days.unknown]) {
      const email = days.known.includes(day) ? (await addStudent()).email : `${day}@example.com`;
      await inbox.mailsTo(email);
      await ask(email);
      await inbox.worker.workThrough();
      await change('finished_at', email, day * 24);
    }
    const other = await openInbox(campus);
    await other.worker.job.run();
    await other.close();
    const { rows } = await campus.database.pool.query<{ days: number }>(
      `select extract(day from now() - finished_at)::int as days from account_outbox
       where finished_at < now() - interval '20 hours' order by days`,
    );
    expect(rows.map((row) => row.days)).toEqual([1, 29, expect.any(Number)]);
    expect(await tasksOf(id)).toHaveLength(1);
  });
});

describe('while the mail server is slow', () => {
  test('no transaction is open, and nobody else sends the same mail', async () => {
    const { email } = await addStudent();
    const asked = inbox.server.hesitate();
    const working = inbox.worker.workThrough();
    const take = await asked;
    const { rows } = await campus.database.pool.query(
      `select state, query from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend'
         and pid <> pg_backend_pid() and xact_start is not null`,
    );
    await inbox.worker.workThrough();
    take();
    await working;
    expect(rows).toEqual([]);
    expect(await inbox.mailsTo(email)).toHaveLength(1);
  });

  test('an invitation that is asked for again goes out again', async () => {
    const { id, email } = await addStudent();
    const asked = inbox.server.hesitate();
    const working = inbox.worker.workThrough();
    const take = await asked;
    const { status } = await campus.as(admin).post(`/api/people/${id}/invitation`);
    expect(status).toBe(200);
    take();
    await working;
    expect(await inbox.mailsTo(email)).toHaveLength(2);
  });
});

describe('several workers at once', () => {
  test('send every mail once', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => addStudent()));
    await Promise.all(Array.from({ length: 4 }, () => inbox.worker.workThrough()));
    for (const { email } of people) expect(await inbox.mailsTo(email)).toHaveLength(1);
  });

  test('do not keep a reset waiting behind invitations', async () => {
    const { email } = await addStudent();
    await inbox.mailsTo(email);
    await Promise.all(Array.from({ length: 5 }, () => addStudent()));
    inbox.server.mails.length = 0;
    await campus.nobody.post('/identity/request-password-reset', { email });
    await inbox.worker.workThrough();
    expect(inbox.server.mails).toHaveLength(6);
    expect(inbox.server.mails[0]?.to).toEqual([email]);
  });
});

test('several processes share one limit of mails per minute', async () => {
  const processes = await Promise.all([openInbox(campus, 1), openInbox(campus, 1)]);
  const runs = async () => {
    for (const { worker } of processes) await worker.job.run();
    return processes.flatMap(({ server }) => server.mails).length;
  };
  for (let n = 0; n < 3; n += 1) await addStudent();
  const { id } = await addStudent();
  // A task that sends no mail takes no turn.
  await campus.as(admin).patch(`/api/students/${id}`, { email: 'moved.on@example.edu' });
  expect(await runs()).toBe(1);
  expect(await runs()).toBe(1);
  await campus.database.pool.query('update mail_pace set next_at = now()');
  expect(await runs()).toBe(2);
  await campus.database.pool.query('update mail_pace set next_at = now()');
  await Promise.all(processes.map((one) => one.close()));
});

test('mails go on at once after the clock was ahead', async () => {
  await campus.database.pool.query(`update mail_pace set next_at = now() + interval '1 year'`);
  await addStudent();
  await inbox.worker.job.run();
  expect(inbox.server.mails).toHaveLength(1);
});

/** Runs the worker in its own process and kills it at the given place. */
const killAt = async (place: string): Promise<void> => {
  const worker = startProcess(
    {
      DATABASE_URL: campus.database.connection.connectionString,
      SMTP_URL: inbox.server.url,
      STOP_AT: place,
    },
    { program: 'testing/account-worker-until.ts' },
  );
  await worker.says(new RegExp(`^at ${place}$`, 'm'));
  worker.killGroup();
  await worker.exit;
};
/** Lets the claim of the killed worker expire, and works through the queue. */
const finish = async (): Promise<void> => {
  await inbox.letTimePass();
  await inbox.worker.workThrough();
};

describe('a worker that is killed', () => {
  test.each([
    ['before createAccount', 1],
    ['after createAccount', 1],
    ['before passwordToken', 1],
    ['after passwordToken', 1],
    ['before send', 1],
    // The only gap: the mail has been handed over, but that is not recorded yet.
    ['after send', 2],
    ['the end', 1],
  ])('%s loses nothing; the mail is handed over %i time(s)', async (place, times) => {
    const { id, email } = await addStudent();
    await killAt(place);
    await finish();

    expect(await accountsWith(email)).toBe(1);
    expect(await tasksOf(id)).toMatchObject([{ kind: 'invitation', outcome: 'done' }]);
    const mails = await inbox.mailsTo(email);
    expect(mails).toHaveLength(times);
    const first = mails[0];
    for (const mail of mails) {
      expect(mail.headers.get('message-id')).toBe(first?.headers.get('message-id'));
      expect(tokenIn(mail)).toBe(tokenIn(first));
    }
    expect(await inbox.choosePassword(first, 'correct horse')).toBe(200);
    expect((await (await campus.signIn(email, 'correct horse')).get('/api/campus')).status).toBe(
      200,
    );
    expect(await inbox.choosePassword(mails.at(-1), 'another one')).toBe(410);
  });

  test.each(['before moveAccount', 'after moveAccount', 'after createAccount'])(
    '%s of a reassigned address neither lets the wrong person in nor locks anyone out',
    async (place) => {
      const first = await addStudent('First');
      const [mail] = await inbox.mailsTo(first.email);
      await inbox.choosePassword(mail, 'first’s own');
      const elsewhere = `moved-${first.email}`;
      await campus.database.pool.query('update people set email = $2 where id = $1', [
        first.id,
        elsewhere,
      ]);
      const { body } = await campus
        .as(admin)
        .post('/api/uploadStudent', { name: 'Second', email: first.email });
      await killAt(place);
      await finish();

      const [invitation] = (await inbox.mailsTo(first.email)).slice(1);
      expect(await inbox.choosePassword(invitation, 'second’s own')).toBe(200);
      const second = await campus.signIn(first.email, 'second’s own');
      expect((await second.get(`/api/students/by-email/${first.email}`)).body.id).toBe(body.id);
      const moved = await campus.signIn(elsewhere, 'first’s own');
      expect((await moved.get(`/api/students/by-email/${elsewhere}`)).body.id).toBe(first.id);
    },
  );
});

test('a started worker works until it is stopped, beginning with mails that have failed before', async () => {
  const { id, email } = await addStudent();
  const other = await openInbox(campus);
  onTestFinished(() => other.close());
  const { server, worker } = other;
  server.refuseWith(451);
  // Would be tried again after six hours.
  await campus.database.query('update account_outbox set attempts = 20 where person_id = $1', [id]);
  await worker.workThrough();
  server.refuseWith(undefined);
  const jobs = startJobs([worker.job], { error: () => undefined }, campus.campus.clock);
  while ((await tasksOf(id))[0]?.outcome !== 'done');
  await jobs.stop();
  expect(server.mails.map(({ to }) => to)).toContainEqual([email]);
});
