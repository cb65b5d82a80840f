import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { endpointNames } from '@campus/server/src/openapi/endpoint-names.ts';
import { fire, repeated } from '../measure/fire.ts';
import {
  canMeasureMemory,
  peakMegabytes,
  residentMegabytes,
  resetPeak,
} from '../measure/memory.ts';
import { median } from '../measure/rounds.ts';
import { startCampus } from '../sides/campus.ts';
import { type Bench, cyclic, type Finding, shown, shownGrowth } from './bench.ts';
import { rosterTimes } from './shares.ts';

const required = { megabytes: 250, rosterMs: 500 } as const;
const atOnce = 32;
/** How often each connection asks. */
const times = 3;
const restMs = 20_000;
/** Shorter lists are not measured. */
const long = 1000;

/** Queries needed to get all of a list. */
const wholly: Readonly<Record<string, string>> = {
  'catalogue.listBooks': '?limit=1000',
  'attendance.listLowAttendance': '?below=100',
};

/** The paths of all lists in the contract that an administrator may read as a whole. */
const paths = [...endpointNames].flatMap(([{ method, path, reply, access }, name]) =>
  method === 'GET' &&
  reply.type === 'array' &&
  !path.includes(':') &&
  access !== 'public' &&
  access.admin === 'any'
    ? [`/api${path}${wholly[name] ?? ''}`]
    : [],
);

interface List {
  readonly path: string;
  readonly rows: number;
}

/** The lists with many rows. */
const longLists = async (origin: string, authorization: string): Promise<List[]> => {
  const lists: List[] = [];
  for (const path of paths) {
    const answer = await fetch(origin + path, { headers: { authorization } });
    // Some lists require a parameter and cannot be read as a whole.
    if (answer.status === 400) continue;
    const text = await answer.text();
    assert.equal(answer.status, 200, `${path}: ${text.slice(0, 500)}`);
    const rows = (JSON.parse(text) as unknown[]).length;
    if (rows >= long) lists.push({ path, rows });
  }
  return lists;
};

/**
 * Measures how much memory a server needs and keeps for whole lists that many request at once, and how long a
 * teacher waits for a roster meanwhile: one list after the other, then all of them mixed.
 */
export const benchLists = async (bench: Bench): Promise<Finding[]> => {
  if (!canMeasureMemory) return [];
  const campus = await startCampus(bench.database);
  try {
    const { pid, origin } = campus;
    const tokenOf = async (email: string): Promise<string> => (await campus.signIn(email))();
    const authorization = `Bearer ${await tokenOf(bench.data.admin.email)}`;
    const beside = { ...bench, campus };
    await rosterTimes(beside, 1);
    const lists = await longLists(origin, authorization);
    assert(lists.length > 0);
    const measure = async (what: string, asked: readonly List[]): Promise<Finding> => {
      const before = residentMegabytes(pid);
      resetPeak(pid);
      const over = new AbortController();
      const burst = async () => {
        try {
          await fire({
            origin,
            connections: atOnce,
            amount: atOnce * times,
            requestsOf: (connection) =>
              repeated([{ path: cyclic(asked, connection).path, headers: { authorization } }]),
          });
        } finally {
          over.abort();
        }
      };
      const rosters = async (): Promise<number[]> => {
        const waited: number[] = [];
        while (!over.signal.aborted) waited.push(...(await rosterTimes(beside, 0.1)));
        return waited;
      };
      const [waited] = await Promise.all([rosters(), burst()]);
      const peak = peakMegabytes(pid);
      await pause(restMs);
      const after = residentMegabytes(pid);
      const roster = median(waited);
      return {
        what: `Memory of the server, ${atOnce} whole lists at once, ${times} times: ${what}`,
        limit: `${shown(before)} MB before`,
        campus: `peak ${shown(peak)} MB, ${shown(after)} MB after ${restMs / 1000} s; a roster meanwhile ${shown(roster)} ms`,
        ratio: shownGrowth(before, peak),
        required: `at most ${required.megabytes} MB, roster ${required.rosterMs} ms`,
        passed: Math.max(peak, after) <= required.megabytes && roster <= required.rosterMs,
      };
    };
    const findings: Finding[] = [];
    for (const list of lists)
      findings.push(
        await measure(`GET ${list.path}, ${list.rows.toLocaleString('en')} rows`, [list]),
      );
    findings.push(await measure(`all ${lists.length} of these mixed`, lists));
    return findings;
  } finally {
    await campus.stop();
  }
};
