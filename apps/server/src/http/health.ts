import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { type ErrorBody, errorCodes } from '@campus/contract';

/** The source of /readyz: the progress of the start, then the named checks. */
export type Readiness = ReturnType<typeof createReadiness>;

export const { version } = createRequire(import.meta.url)('../../../../package.json') as {
  readonly version: string;
};

const CHECK_PATIENCE_MS = 3_000;

export const createReadiness = () => {
  const checks = new Map<string, () => Promise<unknown>>();
  let waiting: string | undefined = 'Campus is starting.';
  return {
    /** Sets the sentence saying why Campus is not ready. */
    waitFor(reason: string): void {
      waiting = reason;
    },
    /** The start is over: from now on the checks decide. */
    started(): void {
      waiting = undefined;
    },
    /** A check throws an error with a sentence while its part does not work. */
    addCheck(name: string, check: () => Promise<unknown>): void {
      checks.set(name, check);
    },
    /** Why Campus is not ready; undefined if it is. */
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

/** Serves /healthz and /readyz, which must work before the application does. */
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

/** Sends a 503 in the API's error shape, with `retry-after`. */
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
