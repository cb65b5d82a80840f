import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays } from '@campus/contract';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Person } from '../testing/make.ts';
import { testCampus, type TestCampus } from '../testing/test-campus.ts';
import { asService, emptyDatabase, type TestDatabase } from '../testing/test-database.ts';
import {
  backupsJob,
  checkBackup,
  newestBackup,
  readManifest,
  restoreBackup,
  takeBackup,
} from './index.ts';

const secrets = { secret: 'the secret of this campus', passphrase: 'correct horse battery' };
const quietly = (): void => undefined;

let campus: TestCampus;
let teacher: Person;
let students: Person[];
let subjectId: string;
let folder: string;

beforeAll(async () => {
  campus = await testCampus();
  teacher = await campus.make.teacher();
  students = await Promise.all(Array.from({ length: 30 }, () => campus.make.student()));
  const { id: term_id } = await campus.make.term();
  ({ id: subjectId } = await campus.make.subject({ term_id, teacher_id: teacher.id }, students));
});
afterAll(() => campus.close());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'campus-backup-'));
  return () => rmSync(folder, { recursive: true });
});

const submit = (at: TestCampus, back: number, present: (index: number) => boolean) =>
  at.as(teacher).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId,
    date: addDays(campus.today, -back),
    studentAttendances: students.map(({ email }, index) => ({
      studentEmail: email,
      present: present(index),
      remarks: null,
    })),
  });

const rowsOf = async (db: TestDatabase, statement: string) => (await db.pool.query(statement)).rows;

/** Checks that a database is consistent: stored tallies equal computed ones, and so on. */
const expectWhole = async (db: TestDatabase) => {
  await rowsOf(db, 'select count_term(id, current_date) from terms');
  for (const [table, columns] of [
    ['seat_tallies', '*'],
    ['subject_tallies', 'subject_id, marks, present'],
    ['term_tallies', 'student_id, term_id, classes, present, first_on, last_on'],
    ['file_tallies', '*'],
    ['unreturned_work', '*'],
  ])
    expect(await rowsOf(db, `select ${columns} from ${table} order by 1, 2`)).toEqual(
      await rowsOf(db, `select ${columns} from ${table}_now order by 1, 2`),
    );
  expect(
    await rowsOf(
      db,
      `select id from class_sessions
       where version <> (select count(*) from class_submissions where session_id = class_sessions.id)`,
    ),
  ).toEqual([]);
};

const restoredFrom = async (backup: string) => {
  const database = await emptyDatabase();
  const manifest = readManifest(backup);
  await checkBackup(backup, manifest, quietly);
  await restoreBackup(database, backup, manifest, quietly);
  return testCampus({ database: await asService(database) });
};

test('a backup taken while classes are submitted is a consistent snapshot, from which a restored campus continues', async () => {
  const writing = new AbortController();
  let stored = 0;
  const write = async (back: number): Promise<void> => {
    for (let round = 0; !writing.signal.aborted; round += 1) {
      const { status } = await submit(campus, back, (index) => (index + round) % 3 > 0);
      expect(status).toBe(200);
      stored += 1;
    }
  };
  const writers = [1, 2, 3, 4].map(write);
  await expect.poll(() => stored).toBeGreaterThan(20);
  const backup = join(folder, 'one');
  const manifest = await takeBackup(campus.database, backup, secrets, quietly);
  const taken = stored;
  await expect.poll(() => stored).toBeGreaterThan(taken);
  writing.abort();
  await Promise.all(writers);

  const restored = await restoredFrom(backup);
  try {
    const again = await takeBackup(restored.database, join(folder, 'again'), secrets, quietly);
    expect(again.tables).toEqual(manifest.tables);
    expect(again.sequences).toEqual(manifest.sequences);
    await expectWhole(restored.database);

    // Triggers, sequences and references work.
    expect((await submit(restored, 1, () => true)).status).toBe(200);
    expect((await submit(restored, 5, () => false)).status).toBe(200);
    await expectWhole(restored.database);
    await expect(restored.database.pool.query('delete from class_submissions')).rejects.toThrow();
    await expect(
      restored.database.pool.query('update students set person_id = 0'),
    ).rejects.toThrow();
  } finally {
    await restored.close();
  }
});

test('restoring a backup into a database that has tables is refused, and leaves it as it is', async () => {
  const backup = join(folder, 'one');
  const manifest = await takeBackup(campus.database, backup, secrets, quietly);
  await expect(restoreBackup(campus.database, backup, manifest, quietly)).rejects.toThrow(
    /^The database is not empty \(it has .*\): a backup is restored into an empty one\.$/,
  );
  await expectWhole(campus.database);
});

test('a restore that fails leaves an empty database', async () => {
  const backup = join(folder, 'one');
  const manifest = await takeBackup(campus.database, backup, secrets, quietly);
  const people = manifest.tables.find(({ name }) => name === 'people');
  const database = await emptyDatabase();
  // Without people, every reference to them is violated.
  const without = { ...manifest, tables: manifest.tables.filter((table) => table !== people) };
  await expect(restoreBackup(database, backup, without, quietly)).rejects.toThrow('foreign key');
  expect(
    await rowsOf(database, `select from pg_class where relnamespace = 'public'::regnamespace`),
  ).toEqual([]);
  await database.drop();
});

test('damage to a backup is named', async () => {
  const backup = join(folder, 'one');
  const manifest = await takeBackup(campus.database, backup, secrets, quietly);
  const file = join(backup, 'tables/campus.people.gz');
  const bytes = readFileSync(file);
  for (const damaged of [
    Buffer.from(bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte))),
    bytes.subarray(0, -20),
    Buffer.alloc(0),
  ]) {
    writeFileSync(file, damaged);
    await expect(checkBackup(backup, manifest, quietly)).rejects.toThrow(
      'The backup is damaged: tables/campus.people.gz is missing or not what was written.',
    );
  }
  rmSync(file);
  await expect(checkBackup(backup, manifest, quietly)).rejects.toThrow('campus.people.gz');

  const described = join(backup, 'manifest.json');
  writeFileSync(described, readFileSync(described, 'utf8').replace('"rows": 30', '"rows": 29'));
  expect(() => readManifest(backup)).toThrow(`The backup is damaged: ${described}`);
  rmSync(described);
  expect(() => readManifest(backup)).toThrow(`${backup} is not a backup: it has no manifest.json.`);
});

test('a backup that cannot be read is not called damaged', async () => {
  const backup = join(folder, 'one');
  const manifest = await takeBackup(campus.database, backup, secrets, quietly);
  // As a file of another account, which root may read: it cannot be opened.
  for (const name of ['tables/campus.people.gz', 'manifest.json']) {
    rmSync(join(backup, name));
    mkdirSync(join(backup, name));
  }
  const sentence = 'The backup cannot be read: EISDIR';
  await expect(checkBackup(backup, manifest, quietly)).rejects.toThrow(sentence);
  expect(() => readManifest(backup)).toThrow(sentence);
});

test('a backup is taken on Windows, where folders cannot be synced', async () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
  const { fsyncSync } = fs;
  vi.spyOn(fs, 'fsyncSync').mockImplementation((open) => {
    if (fs.fstatSync(open).isDirectory()) throw new Error('EPERM');
    fsyncSync(open);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  const { tables } = await takeBackup(campus.database, join(folder, 'one'), secrets, quietly);
  expect(tables.length).toBeGreaterThan(30);
});

/** The parts of a scheduled backup; `paths` collects where they were taken. */
const scheduled = (now: () => Date) => {
  const paths: string[] = [];
  const parts = {
    db: campus.database,
    connection: campus.database.connection,
    secret: secrets.secret,
    now,
    log: { info: ({ path }: { path?: string }) => void paths.push(path ?? '') },
  };
  const job = () =>
    backupsJob({ folder, passphrase: secrets.passphrase, everyMs: 86_400_000, keep: 2 }, parts);
  return { paths, job };
};

test('backups are taken on schedule, by one of two processes, and the oldest are deleted', async () => {
  let now = new Date('2026-03-11T02:00:00Z');
  const { paths, job } = scheduled(() => now);
  const [one, other] = [job(), job()];
  const hour = 3_600_000;
  await Promise.all([one.run(), other.run()]);
  expect(paths).toHaveLength(1);
  now = new Date('2026-03-12T01:30:00Z');
  expect(await one.run()).toBe(hour / 2);
  expect(paths).toHaveLength(1);
  for (const day of [12, 13]) {
    now = new Date(`2026-03-${day}T02:00:00Z`);
    expect(await other.run()).toBe(hour);
  }
  const { rows } = await campus.database.pool.query(
    `select role from trail where kind = 'backup_made'`,
  );
  expect(rows.map(({ role }) => role)).toEqual(['campus', 'campus', 'campus']);
  expect(readdirSync(folder).toSorted()).toEqual([
    'campus-2026-03-12T02-00-00.000Z',
    'campus-2026-03-13T02-00-00.000Z',
  ]);
});

test('a scheduled backup that was interrupted does not count: the next run takes it, and no older one is deleted for it', async () => {
  let now = new Date('2026-03-11T02:00:00Z');
  const { paths, job } = scheduled(() => now);
  const first = 'campus-2026-03-11T02-00-00.000Z';
  await job().run();
  now = new Date('2026-03-12T02:00:00Z');
  await expect(job().run(AbortSignal.abort())).rejects.toThrow('aborted');
  expect(readdirSync(folder)).toEqual([first]);
  // What former versions left.
  mkdirSync(join(folder, 'campus-2026-03-11T12-00-00.000Z'));
  mkdirSync(join(folder, 'campus-2026-03-11T18-00-00.000Z.unfinished'));
  // What somebody is taking by hand.
  const byHand = 'campus-before-1.1.unfinished';
  mkdirSync(join(folder, byHand));
  expect(newestBackup(folder, now.getTime())?.takenAt).toBe(Date.parse('2026-03-11T02:00:00Z'));
  await job().run();
  expect(paths).toHaveLength(2);
  expect(readdirSync(folder).toSorted()).toEqual([
    first,
    'campus-2026-03-12T02-00-00.000Z',
    byHand,
  ]);
});

test('a backup dated by a wrong clock does not delay the next ones, nor is one of them deleted for it', async () => {
  let now = new Date('2031-01-01T02:00:00Z');
  const { paths, job } = scheduled(() => now);
  await job().run();
  for (const day of [11, 12, 13]) {
    now = new Date(`2026-03-${day}T02:00:00Z`);
    await job().run();
    expect(newestBackup(folder, now.getTime())?.takenAt).toBe(now.getTime());
  }
  expect(paths).toHaveLength(4);
  expect(readdirSync(folder).toSorted()).toEqual([
    'campus-2026-03-12T02-00-00.000Z',
    'campus-2026-03-13T02-00-00.000Z',
    'campus-2031-01-01T02-00-00.000Z',
  ]);
});

test('a backup ends in the middle of a table if its disk is full or Campus stops; nothing is left of it, and the database goes on', async () => {
  // More rows than a connection buffers.
  await campus.database.pool.query(
    `insert into kept_mails (message_id, recipient, subject, body)
     select mail, 'somebody@example.edu', 'Long', repeat('A long mail. ', 2000)
     from generate_series(1, 1000) as mail`,
  );
  const backup = join(folder, 'one');
  const full = (): void => {
    const noSpace = (...given: unknown[]): void =>
      (given.at(-1) as (error: Error) => void)(
        Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' }),
      );
    for (const way of ['write', 'writev'] as const) vi.spyOn(fs, way).mockImplementation(noSpace);
  };
  let pieces = 0;
  const stopping = (): void => {
    pieces += 1;
    if (pieces === 3) throw new Error('Campus stops');
  };
  for (const [failing, message] of [
    [full, `No backup can be written to ${backup}: the disk is full.`],
    [stopping, 'Campus stops'],
  ] as const) {
    const taking = takeBackup(campus.database, backup, secrets, (sentence) => {
      if (/^Writing .* kept_mails$/.test(sentence)) failing();
    });
    await expect(taking).rejects.toThrow(message);
    vi.restoreAllMocks();
    expect(readdirSync(folder)).toEqual([]);
  }
  await takeBackup(campus.database, backup, secrets, quietly);
});
