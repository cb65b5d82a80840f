import { Readable } from 'node:stream';
import { createUniqueNames, nameByContent, type privacy } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { conflict } from '../../campus-error.ts';
import type { HandlersOf } from '../../http/mount.ts';
import { invalid } from '../../http/refusals.ts';
import type { IdentityClient } from '../../identity-client.ts';
import type { Transaction } from '../../db/db.ts';
import { inLongTransaction } from '../../db/transaction.ts';
import { spooled, streamFrom } from '../../spool.ts';
import { maxZipBytes, type ZipEntry, zipped } from '../../zip.ts';
import { erasePerson, personOf, refusalOf } from './erase.ts';
import * as queries from './privacy.queries.ts';
import { countExpired } from './retention.ts';
import type { Part } from './person-data.ts';

const folders: Readonly<Record<Part['kind'], string>> = {
  about: 'About the person',
  by: 'Done by the person',
};

const about = (who: string, on: Date): string => `Personal data of ${who}
Made by Campus on ${on.toISOString()}

"${folders.about}" holds what is kept about the person, "${folders.by}" when they did what to records of the
university: a JSON file for each kind, without the kinds of which there is nothing. "Account.json" is the account by
which they sign in. The other folders hold files as they were stored.
Names of other people are left out. Days are as on campus, times in UTC.
`;

const jsonOf = async function* (
  pages: ReturnType<typeof queries.rowsOfPart>,
): AsyncGenerator<string> {
  let before = '[';
  for await (const rows of pages) {
    yield before + rows.map(({ json }) => json.slice(1, -2)).join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : '\n]';
};

/** JSON from the disk: the rows may be too many for memory, and who reads them slowly holds no connection. */
const piecesOf = async function* (
  db: Campus['db'],
  pagesIn: (tx: Transaction) => ReturnType<typeof queries.rowsOfPart>,
): AsyncGenerator<Buffer> {
  yield* await streamFrom(db, (tx) => spooled(jsonOf(pagesIn(tx))));
};

/** The archive of a person's data, read while it is sent, one stored file in memory at a time. */
const archiveOf = async (
  { db, now }: Pick<Campus, 'db' | 'now'>,
  identity: IdentityClient,
  person: queries.PersonOfData,
  own: boolean,
): Promise<Readable> => {
  const at = now();
  const [counted, files] = await inLongTransaction(db, async (tx) => [
    await queries.countParts(tx, person),
    await queries.filesOf(tx, person),
  ]);
  if (files.reduce((sum, { size }) => sum + size, 0) > maxZipBytes)
    throw conflict(
      'Together the files of this person are more than 4 GB, too much for one ZIP file.',
    );
  const text = (path: string, content: () => Promise<string> | string): ZipEntry => ({
    path,
    at,
    bytes: async () => Buffer.from(await content()),
  });
  const { issuer, subject } = person;
  const names = new Map<string, ReturnType<typeof createUniqueNames>>();
  const nameIn = (folder: string, name: string): string => {
    const named = names.get(folder) ?? createUniqueNames();
    names.set(folder, named);
    return named(name);
  };
  const folderNamed = (folder: string): string =>
    folder
      .split('/')
      .map((part) => createUniqueNames()(part))
      .join('/');
  return Readable.from(
    zipped([
      text('About this archive.txt', () => about(person.email, at)),
      ...(subject !== null && issuer === identity.issuer
        ? [
            text('Account.json', async () =>
              JSON.stringify(await identity.accountData(subject), null, 2),
            ),
          ]
        : []),
      ...counted
        .filter(({ count }) => count > 0)
        .map((part) => ({
          path: `${folders[part.kind]}/${part.name}.json`,
          at,
          pieces: () => piecesOf(db, (tx) => queries.rowsOfPart(tx, part, person, own)),
        })),
      ...files.map((file) => ({
        path: `${folderNamed(file.folder)}/${nameIn(file.folder, nameByContent(file.name, file.type))}`,
        at: file.at,
        bytes: () => queries.bytesOf(db, file),
      })),
    ]),
  );
};

export const createPrivacy = (
  campus: Campus,
  identity: IdentityClient,
): HandlersOf<typeof privacy> => ({
  exportPerson: async ({ params }) =>
    archiveOf(campus, identity, await personOf(campus.db, params.id), false),

  exportOwn: async ({ actor }) =>
    archiveOf(campus, identity, await personOf(campus.db, actor.id), true),

  async previewErasure({ params }) {
    const person = await personOf(campus.db, params.id);
    const counted = await inLongTransaction(campus.db, (tx) => queries.countParts(tx, person));
    const which = (erased: 'removed' | 'blanked' | 'stays') =>
      counted
        .filter((part) => part.count > 0 && part.erased === erased)
        .map(({ name, count }) => ({ what: name, count }));
    return {
      email: person.email,
      refusal: await refusalOf(campus.db, person, campus.today()),
      removed: which('removed'),
      blanked: which('blanked'),
      stays: which('stays'),
    };
  },

  async erasePerson({ actor, params, body }) {
    const { email } = await personOf(campus.db, params.id);
    if (body.email !== email) throw invalid('email', 'This is not the e-mail of this person.');
    await erasePerson(campus, identity, params.id, actor.id);
  },

  previewRetention: ({ query }) => countExpired(campus, query),
});
