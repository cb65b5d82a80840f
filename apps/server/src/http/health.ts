import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { errorCodes } from '@campus/contract';
import type { ErrorBody } from '@campus/contract';

/** Throws, with a sentence, while the thing it asks does not work. */
export type ReadinessCheck = () => Promise<unknown>;

/** What /readyz answers from: how far the start has come, then what every named check says. */
export interface Readiness {
  /** Says in a sentence what the process is busy with instead of answering. */
  waitFor(reason: string): void;
  /** The start is over: from now on the checks decide. */
  started(): void;
  addCheck(name: string, check: ReadinessCheck): void;
  /** Why Campus cannot be used now; undefined when it can. */
  obstacle(): Promise<string | undefined>;
}

const { version } = createRequire(import.meta.url)('../../../../package.json') as {
  readonly version: string;
};

const CHECK_PATIENCE_MS = 3_000;

export function createReadiness(): Readiness {
  const checks = new Map<string, ReadinessCheck>();
  let waiting: string | undefined = 'Campus is starting.';
  return {
    waitFor(reason) {
      waiting = reason;
    },
    started() {
      waiting = undefined;
    },
    addCheck(name, check) {
      checks.set(name, check);
    },
    async obstacle() {
      if (waiting !== undefined) return waiting;
      const obstacles = await Promise.all([...checks].map(([name, check]) => ask(name, check)));
      return obstacles.find((obstacle) => obstacle !== undefined);
    },
  };
}

async function ask(name: string, check: ReadinessCheck): Promise<string | undefined> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), CHECK_PATIENCE_MS);
  try {
    await Promise.race([check(), late]);
    return undefined;
  } catch (error) {
    return `The ${name} does not answer: ${error instanceof Error ? error.message : String(error)}.`;
  } finally {
    clearTimeout(timer);
  }
}

const healthPaths = ['/healthz', '/readyz'] as const;
type HealthPath = (typeof healthPaths)[number];

export const isHealthPath = (path: string): path is HealthPath =>
  healthPaths.some((one) => one === path);

/** Answers /healthz and /readyz, which must work before and beside the application. */
export async function answerHealth(
  readiness: Readiness,
  path: HealthPath,
  response: ServerResponse,
): Promise<void> {
  if (path === '/healthz') return sendJson(response, 200, { status: 'up', version });
  const obstacle = await readiness.obstacle();
  if (obstacle === undefined) sendJson(response, 200, { status: 'ready' });
  else sendUnavailable(response, obstacle);
}

/** 503 in the wire's error shape, with the moment to come back. */
export function sendUnavailable(
  response: ServerResponse,
  message: string = errorCodes.unavailable.sentence,
): void {
  response.setHeader('retry-after', '2');
  const body: ErrorBody = { message, error: 'unavailable' };
  sendJson(response, errorCodes.unavailable.status, body);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(body));
}
