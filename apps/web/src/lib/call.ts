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
import { apiBase } from './addresses.ts';
import { CallError, notAnswered } from './call-error.ts';
import { confirmIdentity, notConfirmed } from './confirmation.ts';
import { noteAnswer, noteSilence } from './connection.ts';
import { here, navigateTo, setUpPath } from './navigation.ts';
import { freshToken, renew, SessionOver } from './renewal.ts';
import { endSession } from './session-end.ts';

/** Share of a request's body that was sent, from 0 to 1. */
type OnProgress = (share: number) => void;

const answerOf = (request: XMLHttpRequest): Response => {
  const { status, statusText } = request;
  const lines = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/);
  const headers = lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]);
  const body = status === 204 ? null : (request.response as ArrayBuffer);
  return new Response(body, { status, statusText, headers });
};

/**
 * As `fetch`, for a body whose way is worth watching: `fetch` does not tell how much of it was sent.
 * Rejects like `fetch` does: TypeError without an answer, AbortError when the signal aborts.
 */
const sendWithProgress = (
  address: string,
  init: RequestInit,
  onProgress: OnProgress,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { signal } = init;
    const abort = (): void => request.abort();
    request.open(init.method ?? 'GET', address);
    request.responseType = 'arraybuffer';
    new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () => resolve(answerOf(request)));
    request.addEventListener('error', () => reject(new TypeError('The request failed')));
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) reject(new DOMException('Aborted', 'AbortError'));
    else request.send((init.body ?? null) as XMLHttpRequestBodyInit | null);
  });

/** A reply as it was read, by the ETag that names its state. */
interface Kept {
  readonly etag: string;
  readonly reply: unknown;
  /** In characters of JSON, and a thousand for what is beside them. */
  readonly size: number;
}

/** For all replies together; the list of all students of a large campus takes a quarter of it. */
const capacity = 8_000_000;

let person = '';
let used = 0;
/** By address, the one not asked for longest first. */
const kept = new Map<string, Kept>();

const forget = (address: string): void => {
  used -= kept.get(address)?.size ?? 0;
  kept.delete(address);
};

const forgetOthers = (): string => {
  const email = readSession()?.email ?? '';
  if (email !== person) {
    kept.clear();
    used = 0;
    person = email;
  }
  return person;
};
watchSession(forgetOthers);

/** What the person who is signed in was answered at an address, and a way to replace it. */
interface Place {
  readonly before: Kept | undefined;
  /** Does nothing when another person has signed in by now. */
  keep(now: Kept): void;
}

/**
 * Replies about people are `no-store`: the browser keeps none of them. Here they stay in memory until
 * the person signs out or the page is left, so that what has not changed is answered 304.
 */
const placeOf = (address: string): Place => {
  const asker = forgetOthers();
  return {
    before: kept.get(address),
    keep: (now) => {
      if (forgetOthers() !== asker || asker === '') return;
      forget(address);
      if (now.size > capacity) return;
      kept.set(address, now);
      used += now.size;
      for (const oldest of kept.keys()) {
        if (used <= capacity) break;
        forget(oldest);
      }
    },
  };
};

export type Part<Name extends string, T> = [T] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : Partial<T> extends T
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T };

/** What every call may add. */
interface CallOptions {
  /** Instead of a body, for endpoints with `upload`. */
  readonly form?: FormData;
  /** Called while the form is on its way. */
  readonly onProgress?: OnProgress;
  readonly headers?: Readonly<Record<string, string>>;
  /** The version or the ETag it was made from: what others have stored since is not overwritten (409). */
  readonly seen?: number | string | null;
  readonly signal?: AbortSignal;
  /** It may take minutes on a large campus. */
  readonly slow?: boolean;
}

/** With what an endpoint asks for. */
type CallInput<E> = Part<'params', ParamsIn<E>> &
  Part<'query', QueryIn<E>> &
  Part<'body', BodyIn<E>> &
  CallOptions;

export type CallArguments<E> =
  Partial<CallInput<E>> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

export interface Answer<Reply> {
  readonly reply: Reply;
  readonly headers: Headers;
  /** To be sent back as `If-Match`. */
  readonly etag: string | null;
  /** `cursor` of the next page, from the `Link` header; null on the last one. */
  readonly nextCursor: string | null;
}

interface LooseInput extends CallOptions {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

const addressOf = (path: string, { params = {}, query = {} }: LooseInput): string => {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return `${apiBase()}${filled}${search && `?${search}`}`;
};

/** A call without a file that takes longer is lost: phones keep dead connections open. */
const usualTimeout = 60_000;
/** A call that works through the whole campus at once, and is done whether or not it is waited for. */
const slowTimeout = 10 * 60_000;

const signalOf = ({ signal, form, slow = false }: LooseInput): AbortSignal | null => {
  if (form) return signal ?? null;
  const timeout = AbortSignal.timeout(slow ? slowTimeout : usualTimeout);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
};

const send = (endpoint: Endpoint, input: LooseInput, token: string): Promise<Response> => {
  const address = addressOf(endpoint.path, input);
  const init: RequestInit = {
    method: endpoint.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
      ...(input.seen != null && {
        'if-match': typeof input.seen === 'number' ? `"${input.seen}"` : input.seen,
      }),
      ...input.headers,
    },
    signal: signalOf(input),
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(input.form && { body: input.form }),
  };
  const answer = input.onProgress
    ? sendWithProgress(address, init, input.onProgress)
    : fetch(address, init);
  return answer.then(
    (given) => {
      noteAnswer();
      return given;
    },
    (error: unknown) => {
      const failure = notAnswered(error);
      if (failure instanceof CallError) noteSilence();
      throw failure;
    },
  );
};

/**
 * A call that asks for a fresh sign-in is sent again as it is once the person has confirmed; who needs a
 * second factor and has none is taken to where it is set up.
 */
const authorised = async (endpoint: Endpoint, input: LooseInput): Promise<Response> => {
  const answer = await withToken(endpoint, input);
  if (answer.status !== 403 || endpoint.access === 'public') return answer;
  const given: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  const code = isErrorBody(given) ? given.error : '';
  if (code === 'second_factor_needed') navigateTo(setUpPath(here()));
  if (code !== 'confirmation_needed') return answer;
  if (await confirmIdentity()) return withToken(endpoint, input);
  throw new CallError(403, 'confirmation_needed', notConfirmed);
};

/** Sends with a fresh token, and once more with a new one when that is refused. */
const withToken = async (endpoint: Endpoint, input: LooseInput): Promise<Response> => {
  if (endpoint.access === 'public') return send(endpoint, input, '');
  // Another document is on its way.
  if (isSigningOut()) return new Promise(() => undefined);
  try {
    const token = await freshToken();
    const answer = await send(endpoint, input, token);
    if (answer.status !== 401) return answer;
    const again = await send(endpoint, input, await renew(token));
    if (again.status !== 401) return again;
  } catch (error) {
    if (!(error instanceof SessionOver)) throw error;
  }
  endSession();
  const { status, sentence } = errorCodes.session_ended;
  throw new CallError(status, 'session_ended', sentence);
};

/** What an answer that is not of the contract says all the same, in `message` or `error`. */
const saidIn = (body: unknown): string | undefined => {
  const { message, error } = (body ?? {}) as Record<string, unknown>;
  return [message, error].find((text): text is string => typeof text === 'string' && text !== '');
};

/** By hand: the contract's schema would bring Zod to every page. */
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

const refusal = async (answer: Response): Promise<CallError> => {
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
  const said = saidIn(given);
  return new CallError(answer.status, 'unknown', said ?? fallback.sentence, [], {
    saidNothing: said === undefined,
    body: isWords ? text.trim() : '',
    statusText: answer.statusText,
  });
};

const contentOf = async (
  answer: Response,
  { download }: Endpoint,
  place: Place | undefined,
): Promise<unknown> => {
  if (answer.status === 204) return undefined;
  const kind = answer.headers.get('content-type') ?? '';
  const etag = answer.headers.get('etag');
  try {
    if (download || !kind.includes('json')) return await answer.blob();
    const text = await answer.text();
    const reply: unknown = JSON.parse(text);
    if (etag !== null) place?.keep({ etag, reply, size: text.length + 1000 });
    return reply;
  } catch (error) {
    throw notAnswered(error);
  }
};

/** Asks with the ETag of the last time: what is still the same is the same object as then. */
const read = async (endpoint: Endpoint, input: LooseInput): Promise<[Response, unknown]> => {
  const isPersonal = endpoint.method === 'GET' && endpoint.access !== 'public';
  const place = isPersonal ? placeOf(addressOf(endpoint.path, input)) : undefined;
  const before = place?.before;
  const headers = { ...input.headers, ...(before && { 'if-none-match': before.etag }) };
  const answer = await authorised(endpoint, { ...input, headers });
  if (before && answer.status === 304) {
    place?.keep(before);
    return [answer, before.reply];
  }
  if (!answer.ok) throw await refusal(answer);
  return [answer, await contentOf(answer, endpoint, place)];
};

/** As `call`, with what the answer's headers say beside the reply. */
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

/** One page of a list. */
export interface Page<Rows> {
  readonly rows: Rows;
  /** How many there are on every page. */
  readonly total: number;
  /** From 1, where the list says it. */
  readonly page: number;
}

/** One page of a list, with the number of all its rows on every page. */
export const callPage = async <E extends Endpoint>(
  endpoint: E,
  ...input: CallArguments<E>
): Promise<Page<ReplyOf<E>>> => {
  const { reply: rows, headers } = await callWithHeaders(endpoint, ...input);
  const total = headers.get('x-total-count') ?? (rows as readonly unknown[]).length;
  return { rows, total: Number(total), page: Number(headers.get('x-page') ?? 1) };
};

/**
 * Calls one endpoint of the contract. Replies that are not JSON come as a `Blob`, 204 as undefined.
 * @throws CallError for everything that is not a success; an abort by `signal` throws AbortError
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  ...input: CallArguments<E>
): Promise<ReplyOf<E>> => (await callWithHeaders(endpoint, ...input)).reply;
