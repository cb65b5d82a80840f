import {
  type CampusMinute,
  type Endpoint,
  type ErrorBody,
  errorCodes,
  type IsoDate,
  overview,
  type ReplyOf,
} from '@campus/contract';
import { expect, vi } from 'vitest';
import type { SignedInBrowser } from '../features/identity/security/security.page.tsx';

/** A request as received by the server. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly body: string;
}

type Answer = (seen: Seen) => Response | Promise<Response>;

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** The endpoint each response was made for; null for a response deliberately outside the contract. */
const endpoints = new WeakMap<Response, Endpoint | null>();

/** Days are strings in the API. */
type Written<T> = T extends IsoDate | CampusMinute
  ? string
  : T extends readonly (infer U)[]
    ? readonly Written<U>[]
    : T extends object
      ? { readonly [K in keyof T]: Written<T[K]> }
      : T;

/** A reply of the application server; the test fails if it does not match the contract's schema. */
export const reply = <E extends Endpoint>(
  endpoint: E,
  body: Written<ReplyOf<E>>,
  headers?: Record<string, string>,
): Response => {
  const { error } = endpoint.reply.safeParse(body);
  const { method, path, status = 200 } = endpoint;
  expect.soft(error?.message, `the reply to ${method} ${path} is of the contract`).toBeUndefined();
  const response = status === 204 ? new Response(null, { status }) : json(status, body, headers);
  endpoints.set(response, endpoint);
  return response;
};

/** A reply of `overview.campus`, on a day without a term by default. */
export const campusReply = (
  more: Partial<Written<ReplyOf<typeof overview.campus>>> = {},
): Response =>
  reply(overview.campus, {
    today: '2026-11-20',
    timezone: 'UTC',
    expectedPercentage: 75,
    sessionHours: 12,
    duty: null,
    term: null,
    ...more,
  });

/** A refusal with the status of its code. */
export const refusal = (body: ErrorBody): Response => json(errorCodes[body.error].status, body);

/** A response outside the contract, such as a proxy's. */
export const replyOutsideContract = (status: number, body: unknown = {}): Response => {
  const response = json(status, body);
  endpoints.set(response, null);
  return response;
};

interface IdentityReplies {
  readonly '/token': { readonly token: string };
  readonly '/sessions': SignedInBrowsers;
  readonly '/end-other-sessions': SignedInBrowsers;
  readonly '/password-rules': { readonly rules: readonly string[] };
  readonly '/sign-out': { readonly success: boolean };
}
interface SignedInBrowsers {
  readonly sessions: readonly SignedInBrowser[];
}

/** A reply of the identity service, which is not part of the contract. */
export const identityReply = <Path extends keyof IdentityReplies>(
  _path: Path,
  body: IdentityReplies[Path],
): Response => json(200, body);

const placeholder = /:\w+/g;

/** Checks that a response answers the endpoint it was made for, and that successful API responses come from `reply`. */
export const expectContract = (method: string, path: string, response: Response): Response => {
  const endpoint = endpoints.get(response);
  const [address = ''] = path.split('?');
  if (endpoint) {
    const pattern = new RegExp(`^/api${endpoint.path.replaceAll(placeholder, '[^/]*')}$`);
    const isAsked = endpoint.method === method && pattern.test(address);
    expect.soft(isAsked, `${endpoint.path} answers ${method} ${address}`).toBe(true);
  } else if (endpoint === undefined && response.ok && address.startsWith('/api/')) {
    const isFile = !/json|^$/.test(response.headers.get('content-type') ?? '');
    expect.soft(isFile, `the reply to ${method} ${address} is made by its endpoint`).toBe(true);
  }
  return response;
};

const encode = (value: unknown): string => btoa(JSON.stringify(value)).replaceAll('=', '');

/** An ID token with this lifetime that the browser can read; no server would accept it. */
export const tokenFor = (email: string, seconds: number, serial = 0, sub = email): string => {
  const iat = Math.floor(Date.now() / 1000);
  return `e30.${encode({ sub, iat, exp: iat + seconds, email, serial })}.x`;
};

/** Answers fetch by `METHOD /path`; any other request fails as if the network were down. */
export const fakeServer = (answers: Readonly<Record<string, Answer>>): readonly Seen[] => {
  const seen: Seen[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const request = {
      method: init.method ?? 'GET',
      path: address,
      token: headers.get('authorization')?.replace('Bearer ', '') ?? '',
      ifMatch: headers.get('if-match') ?? undefined,
      ifNoneMatch: headers.get('if-none-match') ?? undefined,
      body: typeof init.body === 'string' ? init.body : '',
    };
    seen.push(request);
    const answer = answers[`${request.method} ${address.split('?')[0]}`];
    if (!answer) throw new TypeError('Failed to fetch');
    return expectContract(request.method, address, await answer(request));
  });
  return seen;
};
