import {
  type BodyIn,
  type Endpoint,
  type ErrorBody,
  errorCodes,
  type ParamsIn,
  type QueryIn,
  type ReplyOf,
} from '@campus/contract';
import { isSigningOut, readSession, watchSession } from './session.ts';
import { apiBase } from './base-urls.ts';
import { CallError, toNetworkError } from './call-error.ts';
import { confirmIdentity, notConfirmed } from './confirmation.ts';
import { recordReachable, recordUnreachable } from './connection.ts';
import { currentUrl, navigateTo, setUpPath } from './navigation.ts';
import { freshToken, renew, SessionExpired } from './renewal.ts';
import {
  defaultTimeout,
  type OnProgress,
  sendWithProgress,
  slowTimeout,
} from './send-with-progress.ts';
import { endSession } from './session-end.ts';
import { untilAborted } from './until-aborted.ts';

/** A parsed reply and the ETag of the state it shows. */
interface CachedReply {
  readonly etag: string;
  readonly reply: unknown;
  /** Characters of JSON, plus 1000 for overhead. */
  readonly size: number;
}

/** Limit for all replies together; the list of all students of a large campus takes a quarter of it. */
const capacity = 8_000_000;

let cachedFor = '';
let usedSize = 0;
/** By address, least recently used first. */
const cache = new Map<string, CachedReply>();

const evict = (address: string): void => {
  usedSize -= cache.get(address)?.size ?? 0;
  cache.delete(address);
};

const clearIfOtherPerson = (): string => {
  const email = readSession()?.email ?? '';
  if (email !== cachedFor) {
    cache.clear();
    usedSize = 0;
    cachedFor = email;
  }
  return cachedFor;
};
watchSession(clearIfOtherPerson);

/** The cache entry of one address for the signed-in person. */
interface CacheEntry {
  readonly before: CachedReply | undefined;
  /** Does nothing if another person has signed in since. */
  keep(now: CachedReply): void;
}

/**
 * Replies about people are `no-store`, so the browser caches none of them. They are kept in memory until the
 * person signs out or leaves the page, so that unchanged ones are answered with 304.
 */
const cacheEntry = (address: string): CacheEntry => {
  const asker = clearIfOtherPerson();
  return {
    before: cache.get(address),
    keep: (now) => {
      if (clearIfOtherPerson() !== asker || asker === '') return;
      evict(address);
      if (now.size > capacity) return;
      cache.set(address, now);
      usedSize += now.size;
      for (const oldest of cache.keys()) {
        if (usedSize <= capacity) break;
        evict(oldest);
      }
    },
  };
};

export type InputPart<Name extends string, T> = [T] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : Partial<T> extends T
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T };

interface CallOptions {
  /** Sent instead of a JSON body, for endpoints with `upload`. */
  readonly form?: FormData;
  /** Called while the form is being sent. */
  readonly onProgress?: OnProgress;
  readonly headers?: Readonly<Record<string, string>>;
  /** The version or ETag the change is based on, sent as `If-Match`: 409 if the record has changed since. */
  readonly ifMatch?: number | string | null;
  readonly signal?: AbortSignal;
  /** May take minutes on a large campus. */
  readonly slow?: boolean;
}

/** The parts an endpoint requires, and the options. */
type CallInput<E> = InputPart<'params', ParamsIn<E>> &
  InputPart<'query', QueryIn<E>> &
  InputPart<'body', BodyIn<E>> &
  CallOptions;

export type CallArguments<E> =
  Partial<CallInput<E>> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

export interface Answer<Reply> {
  readonly reply: Reply;
  readonly headers: Headers;
  /** To be sent as `If-Match` with a change. */
  readonly etag: string | null;
  /** `cursor` of the next page, from the `Link` header; null on the last page. */
  readonly nextCursor: string | null;
}

interface LooseInput extends CallOptions {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

const urlOf = (path: string, { params = {}, query = {} }: LooseInput): string => {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return `${apiBase()}${filled}${search && `?${search}`}`;
};

const signalOf = ({ signal, form, onProgress, slow = false }: LooseInput): AbortSignal | null => {
  if (onProgress) return signal ?? null;
  const timeout = AbortSignal.timeout(slow || form ? slowTimeout : defaultTimeout);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
};

/** Without a response, nobody knows whether a change was made: sent again, it may be made twice. */
const perhapsDone = 'Campus did not answer. Check whether this was done before you try again.';

/** Whether a call may change what is stored: it is neither a read, nor a preview, nor a dry run. */
const isChange = ({ method, act }: Endpoint, { query }: LooseInput): boolean =>
  method !== 'GET' && act !== null && query?.['dryRun'] !== 'true';

/** Throws what a fetch without response has thrown, as the error of a call. */
const throwUnanswered = (error: unknown, message?: string): never => {
  const failure = toNetworkError(error, message);
  if (failure instanceof CallError) recordUnreachable();
  throw failure;
};

const send = (endpoint: Endpoint, input: LooseInput, token: string): Promise<Response> => {
  const address = urlOf(endpoint.path, input);
  const init: RequestInit = {
    method: endpoint.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
      ...(input.ifMatch != null && {
        'if-match': typeof input.ifMatch === 'number' ? `"${input.ifMatch}"` : input.ifMatch,
      }),
      ...input.headers,
    },
    signal: signalOf(input),
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(input.form && { body: input.form }),
  };
  const message = isChange(endpoint, input) && navigator.onLine ? perhapsDone : undefined;
  const answer = input.onProgress
    ? sendWithProgress(address, init, input.onProgress)
    : fetch(address, init);
  return answer.then(
    (given) => {
      recordReachable();
      return given;
    },
    (error) => throwUnanswered(error, message),
  );
};

/**
 * Asks the person to confirm their identity when the endpoint needs a fresh sign-in, then sends the same call
 * again. Whoever needs a second factor and has none is taken to the page that sets it up.
 */
const authorised = async (endpoint: Endpoint, input: LooseInput): Promise<Response> => {
  const answer = await withToken(endpoint, input);
  if (answer.status !== 403 || endpoint.access === 'public') return answer;
  const given: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  const code = isErrorBody(given) ? given.error : '';
  if (code === 'second_factor_needed') navigateTo(setUpPath(currentUrl()));
  if (code !== 'confirmation_needed') return answer;
  if (await confirmIdentity()) return withToken(endpoint, input);
  throw new CallError(403, 'confirmation_needed', notConfirmed);
};

/** Sends with a fresh token; if the server refuses it, renews the token and sends once more. */
const withToken = async (endpoint: Endpoint, input: LooseInput): Promise<Response> => {
  if (endpoint.access === 'public') return send(endpoint, input, '');
  // The browser is about to leave this page.
  if (isSigningOut()) return new Promise(() => undefined);
  try {
    const token = await untilAborted(freshToken(), input.signal);
    const answer = await send(endpoint, input, token);
    if (answer.status !== 401) return answer;
    const again = await send(endpoint, input, await untilAborted(renew(token), input.signal));
    if (again.status !== 401) return again;
  } catch (error) {
    if (error instanceof DOMException) throwUnanswered(error);
    if (!(error instanceof SessionExpired)) throw error;
  }
  endSession();
  const { status, sentence } = errorCodes.session_ended;
  throw new CallError(status, 'session_ended', sentence);
};

/** The `message` or `error` of a response that does not follow the contract. */
const messageIn = (body: unknown): string | undefined => {
  const { message, error } = (body ?? {}) as Record<string, unknown>;
  return [message, error].find((text): text is string => typeof text === 'string' && text !== '');
};

/** Checked by hand: the contract's schema would add Zod to every page. */
const isErrorBody = (body: unknown): body is ErrorBody => {
  const { message, error, details } = (body ?? {}) as Record<string, unknown>;
  return (
    typeof message === 'string' &&
    typeof error === 'string' &&
    Object.hasOwn(errorCodes, error) &&
    (details === undefined || Array.isArray(details))
  );
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const refusal = async (
  answer: Response,
  endpoint: Endpoint,
  input: LooseInput,
): Promise<CallError> => {
  const text = await answer.text().catch(() => '');
  const given = parsed(text);
  if (isErrorBody(given)) {
    const { error, message, details } = given;
    return new CallError(answer.status, error, message, details);
  }
  const known = Object.values(errorCodes).find(({ status }) => status === answer.status);
  const fallback = known ?? errorCodes[answer.status >= 500 ? 'unavailable' : 'malformed'];
  const isWords =
    answer.headers.get('content-type')?.startsWith('text/plain') && text.length <= 300;
  const message = messageIn(given);
  // A proxy that had no answer from Campus: the change may have arrived.
  const isLost = [502, 504].includes(answer.status) && isChange(endpoint, input);
  const sentence = isLost ? perhapsDone : fallback.sentence;
  return new CallError(answer.status, 'unknown', message ?? sentence, [], {
    isFallbackMessage: message === undefined,
    body: isWords ? text.trim() : '',
    statusText: answer.statusText,
  });
};

const contentOf = async (
  answer: Response,
  endpoint: Endpoint,
  input: LooseInput,
  place: CacheEntry | undefined,
): Promise<unknown> => {
  if (answer.status === 204) return undefined;
  const kind = answer.headers.get('content-type') ?? '';
  const etag = answer.headers.get('etag');
  try {
    if (endpoint.download || !kind.includes('json')) return await answer.blob();
    const text = await answer.text();
    const reply: unknown = JSON.parse(text);
    if (etag !== null) place?.keep({ etag, reply, size: text.length + 1000 });
    return reply;
  } catch (error) {
    throw toNetworkError(error, isChange(endpoint, input) ? perhapsDone : undefined);
  }
};

/** Sends the ETag of the kept reply; when unchanged, returns the identical object. */
const read = async (endpoint: Endpoint, input: LooseInput): Promise<[Response, unknown]> => {
  const isPersonal = endpoint.method === 'GET' && endpoint.access !== 'public';
  const place = isPersonal ? cacheEntry(urlOf(endpoint.path, input)) : undefined;
  const before = place?.before;
  const headers = { ...input.headers, ...(before && { 'if-none-match': before.etag }) };
  const answer = await authorised(endpoint, { ...input, headers });
  if (before && answer.status === 304) {
    place?.keep(before);
    return [answer, before.reply];
  }
  if (!answer.ok) throw await refusal(answer, endpoint, input);
  return [answer, await contentOf(answer, endpoint, input, place)];
};

/** Like `call`, but also returns what the response headers say. */
export const callWithHeaders = async <E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<Answer<ReplyOf<E>>> => {
  const [{ headers }, reply] = await read(endpoint, (input ?? {}) as LooseInput);
  const next = /<([^>]*)>\s*;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1];
  return {
    reply: reply as ReplyOf<E>,
    headers,
    etag: headers.get('etag'),
    nextCursor: next ? new URL(next, window.location.href).searchParams.get('cursor') : null,
  };
};

export interface Page<Rows> {
  readonly rows: Rows;
  /** Number of rows on all pages. */
  readonly total: number;
  /** From 1; 1 if the server does not say. */
  readonly page: number;
}

/** Fetches one page of a list and the total number of rows. */
export const callPage = async <E extends Endpoint>(
  endpoint: E,
  ...input: CallArguments<E>
): Promise<Page<ReplyOf<E>>> => {
  const { reply: rows, headers } = await callWithHeaders(endpoint, ...input);
  const total = headers.get('x-total-count') ?? (rows as readonly unknown[]).length;
  return { rows, total: Number(total), page: Number(headers.get('x-page') ?? 1) };
};

/**
 * Calls one endpoint of the contract. Replies that are not JSON are returned as a `Blob`, 204 as undefined.
 * @throws CallError for everything that is not a success; an abort by `signal` throws AbortError
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  ...input: CallArguments<E>
): Promise<ReplyOf<E>> => (await callWithHeaders(endpoint, ...input)).reply;
