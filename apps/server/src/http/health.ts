import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { type ErrorBody, errorCodes } from '@campus/contract';

/** What /readyz answers from: how far the start has come, then what every named check says. */
export type Readiness = ReturnType<typeof createReadiness>;

export const { version } = createRequire(import.meta.url)('../../../../package.json') as {
  readonly version: string;
};

const CHECK_PATIENCE_MS = 3_000;

export const createReadiness = () => {
  const checks = new Map<string, () => Promise<unknown>>();
  let waiting: string | undefined = 'Campus is starting.';
  return {
    /** Says in a sentence what the process is busy with instead of answering. */
    waitFor(reason: string): void {
      waiting = reason;
    },
    /** The start is over: from now on the checks decide. */
    started(): void {
      waiting = undefined;
    },
    /** A check throws, with a sentence, while the thing it asks does not work. */
    addCheck(name: string, check: () => Promise<unknown>): void {
      checks.set(name, check);
    },
    /** Why Campus cannot be used now; undefined when it can. */
    async obstacle(): Promise<string | undefined> {
      if (waiting !== undefined) return waiting;
      const obstacles = await Promise.all([...checks].map(([name, check]) => ask(name, check)));
      return obstacles.find((obstacle) => obstacle !== undefined);
    },
  };
};

const ask = async (name: string, check: () => Promise<unknown>): Promise<string | undefined> => {
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
};

export const isHealthPath = (path: string): boolean => ['/healthz', '/readyz'].includes(path);

/** Answers /healthz and /readyz, which must work before and beside the application. */
export const answerHealth = async (
  readiness: Readiness,
  path: string,
  response: ServerResponse,
): Promise<void> => {
  if (path === '/healthz') return sendJson(response, 200, { status: 'up', version });
  const obstacle = await readiness.obstacle();
  if (obstacle === undefined) sendJson(response, 200, { status: 'ready' });
  else sendUnavailable(response, obstacle);
};

/** 503 in the wire's error shape, with the moment to come back. */
export const sendUnavailable = (
  response: ServerResponse,
  message: string = errorCodes.unavailable.sentence,
): void => {
  response.setHeader('retry-after', '2');
  const body: ErrorBody = { message, error: 'unavailable' };
  sendJson(response, errorCodes.unavailable.status, body);
};

const sendJson = (response: ServerResponse, status: number, body: object): void => {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(body));
};
