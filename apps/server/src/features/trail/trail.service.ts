import { actNamed, actRecordOf, type QueryOf, trail, type TrailEntry } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { CampusError } from '../../campus-error.ts';
import { tableFile, type TableColumns } from '../../csv/table-file.ts';
import { describeAct } from '../../db/acts.ts';
import type { Call, Handler } from '../../http/call.ts';
import { readPart } from '../../http/pages.ts';
import { type Spool, spooled, streamFrom } from '../../spool.ts';
import { lastCheck } from './chain.ts';
import * as queries from './trail.queries.ts';

/** The most people, or records, that one search may match. */
const maxMatches = 200;
const pageSize = 50;

type Asked = QueryOf<typeof trail.exportTrailAsJson>;

const searchOf = async ({ db, timezone }: Campus, asked: Asked): Promise<queries.TrailSearch> => {
  const { kind, from, to } = asked;
  const who = asked.who ? await queries.peopleCalled(db, asked.who, maxMatches + 1) : undefined;
  const about = asked.about
    ? await queries.recordsCalled(db, asked.about, maxMatches + 1)
    : undefined;
  if (Math.max(who?.length ?? 0, about?.length ?? 0) > maxMatches)
    throw new CampusError('malformed', `More than ${maxMatches} match. Write more of the name.`);
  return { who, about, kind, from, to, timezone };
};

/** Whether an entry shows values of a person's record. */
const showsPerson = ({ kind, changes }: TrailEntry): boolean =>
  changes.length > 0 && actRecordOf(kind) === 'person';

export const listTrail: Handler<typeof trail.listTrail> = async ({ campus, query }) => {
  const search = await searchOf(campus, query);
  const { limit = pageSize } = query;
  return readPart(
    { ...query, limit },
    {
      rows: async ({ after }) => {
        const entries = await queries.listTrail(campus.db, search, { limit, after });
        describeAct({ count: entries.filter(showsPerson).length });
        return entries;
      },
      total: () => queries.countTrail(campus.db, search, trail.maxCounted + 1),
    },
  );
};

export const trailState: Handler<typeof trail.trailState> = async ({ campus }) => {
  const last = await lastCheck(campus.db);
  return last ? { checkedAt: last.checkedAt.toISOString(), problem: last.problem } : null;
};

/** The entries of a search, written to disk by `write`. The entry about the export itself is not in the file. */
const exported = async (
  { campus, query }: Pick<Call<typeof trail.exportTrailAsJson>, 'campus' | 'query'>,
  write: (pages: AsyncIterable<TrailEntry[]>) => Promise<Spool>,
) => {
  const search = await searchOf(campus, query);
  return streamFrom(campus.db, (tx) => write(queries.everyEntry(tx, search)));
};

const columns: TableColumns<TrailEntry> = [
  ['Entry', 'number', ({ id }) => id],
  ['Time (UTC)', 'instant', ({ at }) => at],
  ['Who', 'text', ({ who }) => who],
  ['Role', 'text', ({ role }) => role],
  ['What', 'text', ({ kind }) => actNamed(kind).label],
  ['About', 'text', ({ about }) => about],
  ['In', 'text', ({ within }) => within],
  ['Records', 'number', ({ count }) => count],
  ['Address', 'text', ({ address }) => address],
  ['Browser', 'text', ({ browser }) => browser],
  ['Request', 'text', ({ requestId }) => requestId],
  [
    'Changes',
    'text',
    ({ changes }) =>
      changes
        .map(({ field, before, after }) => `${field}: ${before ?? ''} → ${after ?? ''}`)
        .join('; '),
  ],
];

export const exportTrailAsCsv: Handler<typeof trail.exportTrailAsCsv> = (call) =>
  exported(call, (pages) => tableFile(call.query.format, columns, pages));

const entriesAsJson = async (pages: AsyncIterable<TrailEntry[]>): Promise<Spool> => {
  let count = 0;
  const written = async function* () {
    yield '[';
    for await (const entries of pages) {
      const lines = entries.map((entry) => JSON.stringify(entry)).join(',\n');
      yield `${count === 0 ? '' : ','}\n${lines}`;
      count += entries.length;
    }
    yield '\n]\n';
  };
  const file = await spooled(written());
  describeAct({ count });
  return file;
};

export const exportTrailAsJson: Handler<typeof trail.exportTrailAsJson> = (call) =>
  exported(call, entriesAsJson);
