import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { endpointNames } from '@campus/server/src/openapi/endpoint-names.ts';
import { hostileRequests } from '@campus/server/src/testing/hostile-requests/hostile-request.ts';
import type { RawRequest } from '@campus/server/src/testing/test-campus.ts';
import { canMeasureMemory, residentMegabytes } from '../measure/memory.ts';
import { startCampus } from '../sides/campus.ts';
import { type Bench, cyclic, type Finding, shown, shownGrowth } from './bench.ts';

const required = { megabytes: 300 } as const;
const requests = 27_000;
const atOnce = 64;
/** Sent with every third request that has a body: a large, malformed body. */
const broken = `{"x":"${'a'.repeat(50_000)}`;
const seed = 20_261_122;
/** How long a server is left alone before it is measured again. */
const restMs = 20_000;

// Excludes calls about accounts, which could lock the callers out.
const endpoints = [...endpointNames].flatMap(([endpoint, name]) =>
  /^(?:accounts|identity)\./.test(name) ? [] : [endpoint],
);

/** The same number of requests for each endpoint, interleaved. */
const brokenRequests = (known: readonly string[]): RawRequest[] => {
  const count = Math.ceil(requests / endpoints.length);
  const ofEach = endpoints.map((endpoint, at) => {
    const path = `/api${endpoint.path.replaceAll(/:\w+/g, '999999')}`;
    return hostileRequests(endpoint, { path }, known, { seed: seed + at, count });
  });
  return Array.from({ length: requests }, (_, at) =>
    cyclic(cyclic(ofEach, at), Math.floor(at / endpoints.length)),
  );
};

const send = (
  origin: string,
  agent: Agent,
  { method, path, headers, body }: RawRequest,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { agent, method, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', reject).end(body);
  });

const unreadable = (headers: Record<string, string>): Pick<RawRequest, 'headers' | 'body'> => ({
  headers: { ...headers, 'content-type': 'application/json' },
  body: broken,
});

/** Sends them as these people and anonymously in turn; counts the statuses. */
const fireBroken = async (
  origin: string,
  tokens: readonly string[],
  known: readonly string[],
): Promise<Map<number, number>> => {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const callers = [...tokens.map((token) => ({ authorization: `Bearer ${token}` })), {}];
  const statuses = new Map<number, number>();
  const waiting = brokenRequests(known).entries();
  const connection = async (): Promise<void> => {
    for (const [at, one] of waiting) {
      const headers = { ...one.headers, ...cyclic(callers, Math.floor(at / endpoints.length)) };
      const sent =
        one.method === 'GET' || at % 3 > 0
          ? { ...one, headers }
          : { ...one, ...unreadable(headers) };
      const status = await send(origin, agent, sent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, connection));
  agent.destroy();
  return statuses;
};

/** How much memory a freshly started server keeps after many broken requests. */
export const benchBrokenRequests = async (bench: Bench): Promise<Finding[]> => {
  if (!canMeasureMemory) return [];
  const { admin } = bench.data;
  const campus = await startCampus(bench.database);
  try {
    const tokens = await Promise.all(
      [admin, cyclic(bench.teachers, 0), cyclic(bench.students, 0)].map(async ({ email }) =>
        (await campus.signIn(email))(),
      ),
    );
    const before = residentMegabytes(campus.pid);
    const statuses = await fireBroken(campus.origin, tokens, ['nobody@example.edu', '2026-03-11']);
    const failures = [...statuses].filter(([status]) => status >= 500);
    assert.deepEqual(failures, [], 'Broken requests met failures.');
    await pause(restMs);
    const after = residentMegabytes(campus.pid);
    return [
      {
        what: `Memory of the server after ${requests.toLocaleString('en')} broken requests and ${restMs / 1000} s of rest`,
        limit: `${shown(before)} MB before`,
        campus: `${shown(after)} MB`,
        ratio: shownGrowth(before, after),
        required: `at most ${required.megabytes} MB`,
        passed: after <= required.megabytes,
      },
    ];
  } finally {
    await campus.stop();
  }
};
