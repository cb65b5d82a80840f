import { dayIn } from '@campus/contract';
import { Client } from 'pg';
import { createAccounts } from '../data/accounts.ts';
import { startDatabase } from '../data/database.ts';
import { type CampusSize, generateCampus, type Person } from '../data/generate.ts';
import { loadCampus } from '../data/load.ts';
import { say, stopAtEnd } from '../lifecycle.ts';
import { startCampus } from '../sides/campus.ts';

/** Sign-ins at a time: each waits for a password check. */
const atOnce = 32;

export type University = Awaited<ReturnType<typeof startUniversity>>;

/** Starts a university of a size on its own database, with all teachers and this many students signed in. */
export const startUniversity = async (size: CampusSize, signedIn: number) => {
  const data = generateCampus(dayIn('UTC', new Date()), size);
  const marks = size.subjects * 200 * size.weeks;
  const begun = performance.now();
  const database = stopAtEnd(await startDatabase(), (started) => started.stop());
  const client = stopAtEnd(new Client(database.connection), (open) => open.end());
  await client.connect();
  await loadCampus(client, data);
  say(
    `${marks.toLocaleString('en')} marks of ${size.students.toLocaleString('en')} students were loaded in ${Math.round((performance.now() - begun) / 1000)} s.`,
  );
  const students = data.students.slice(0, signedIn);
  const people: readonly Person[] = [data.admin, ...data.teachers, ...students];
  await createAccounts(database.connection, people);
  const campus = stopAtEnd(await startCampus(database), (started) => started.stop());
  const newTokens = new Map<string, () => Promise<string>>();
  /** Runs `work` for each of them, `atOnce` at a time. */
  const forEach = async (
    some: readonly Person[],
    work: (person: Person) => Promise<void>,
  ): Promise<void> => {
    const waiting = some.values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const person of waiting) await work(person);
      }),
    );
  };
  await forEach(people, async ({ email }) => void newTokens.set(email, await campus.signIn(email)));
  say(`${people.length.toLocaleString('en')} people signed in.`);
  return {
    data,
    marks,
    database,
    client,
    campus,
    students,
    /** Request headers for all or some of them, valid for a quarter of an hour. */
    async authorizations(
      some: readonly Person[] = people,
    ): Promise<(person: Person) => Record<string, string>> {
      const tokens = new Map<string, string>();
      await forEach(some, async ({ email }) => {
        const ask = newTokens.get(email);
        if (ask) tokens.set(email, await ask());
      });
      return ({ email }) => ({ authorization: `Bearer ${tokens.get(email)}` });
    },
  };
};
