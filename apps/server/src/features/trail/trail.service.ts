import { acts, csvLine, type QueryOf, trail, type TrailEntry } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { CampusError } from '../../campus-error.ts';
import { byteOrderMark } from '../../csv/export-list.ts';
import { describeAct } from '../../db/acts.ts';
import { inLongTransaction } from '../../db/transaction.ts';
import type { Call, Handler } from '../../http/call.ts';
import { readPart } from '../../http/pages.ts';
import { createSpool } from '../../spool.ts';
import { lastCheck } from './chain.queries.ts';
import * as queries from './trail.queries.ts';

/** People, or records, that one search may mean. */
const mostMeant = 200;
const pageSize = 50;

type Asked = QueryOf<typeof trail.exportTrailAsCsv>;

const refuseVague = (found: readonly unknown[]): void => {
  if (found.length > mostMeant)
    throw new CampusError('malformed', `More than ${mostMeant} match. Write more of the name.`);
};

const searchOf = async ({ db, timezone }: Campus, asked: Asked): Promise<queries.TrailSearch> => {
  const { kind, from, to } = asked;
  const who = asked.who ? await queries.peopleCalled(db, asked.who, mostMeant + 1) : undefined;
  const about = asked.about
    ? await queries.recordsCalled(db, asked.about, mostMeant + 1)
    : undefined;
  for (const found of [who ?? [], about ?? []]) refuseVague(found);
  return { who, about, kind, from, to, timezone };
};

export const listTrail: Handler<typeof trail.listTrail> = async ({ campus, query }) => {
  const search = await searchOf(campus, query);
  const { limit = pageSize } = query;
  return readPart(
    { ...query, limit },
    {
      rows: ({ after }) => queries.listTrail(campus.db, search, { limit, after }),
      total: () => queries.countTrail(campus.db, search, trail.mostCounted + 1),
      value: ({ at }) => at,
    },
  );
};

export const trailState: Handler<typeof trail.trailState> = async ({ campus }) => {
  const last = await lastCheck(campus.db);
  return last ? { checkedAt: last.checkedAt.toISOString(), problem: last.problem } : null;
};

/** The entries on the disk, as `write` has each; the export is an entry itself, though not of its own file. */
const exported = async (
  { campus, query }: Pick<Call<typeof trail.exportTrailAsCsv>, 'campus' | 'query'>,
  [begin, end]: readonly [string, string],
  write: (entry: TrailEntry, first: boolean) => string,
) => {
  const search = await searchOf(campus, query);
  const file = await createSpool();
  try {
    await file.append(begin);
    await inLongTransaction(campus.db, async (tx) => {
      let count = 0;
      for await (const entries of queries.everyEntry(tx, search)) {
        await file.append(entries.map((entry, at) => write(entry, count + at === 0)).join(''));
        count += entries.length;
      }
      describeAct({ count });
    });
    await file.append(end);
    return file.stream();
  } catch (error) {
    await file.close();
    throw error;
  }
};

const columns: readonly (readonly [head: string, (entry: TrailEntry) => string | number | null])[] =
  [
    ['Entry', ({ id }) => id],
    ['Time (UTC)', ({ at }) => at],
    ['Who', ({ who }) => who],
    ['Role', ({ role }) => role],
    ['What', ({ kind }) => acts[kind].label],
    ['About', ({ about }) => about],
    ['In', ({ within }) => within],
    ['Records', ({ count }) => count],
    ['Address', ({ address }) => address],
    ['Browser', ({ browser }) => browser],
    ['Request', ({ requestId }) => requestId],
    [
      'Changes',
      ({ changes }) =>
        changes
          .map(({ field, before, after }) => `${field}: ${before ?? ''} → ${after ?? ''}`)
          .join('; '),
    ],
  ];

export const exportTrailAsCsv: Handler<typeof trail.exportTrailAsCsv> = (call) =>
  exported(call, [byteOrderMark + csvLine(columns.map(([head]) => head)), ''], (entry) =>
    csvLine(columns.map(([, cell]) => cell(entry))),
  );

export const exportTrailAsJson: Handler<typeof trail.exportTrailAsJson> = (call) =>
  exported(call, ['[', '\n]\n'], (entry, first) => `${first ? '' : ','}\n${JSON.stringify(entry)}`);
