import { vi } from 'vitest';

/** One request as the server saw it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly body: string;
}

type Answer = (seen: Seen) => Response | Promise<Response>;

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

const encode = (value: unknown): string => btoa(JSON.stringify(value)).replaceAll('=', '');

/** An ID token with this lifetime, as the browser reads it; no server would take it. */
export const tokenFor = (email: string, seconds: number, serial = 0): string => {
  const iat = Math.floor(Date.now() / 1000);
  return `e30.${encode({ iat, exp: iat + seconds, email, serial })}.x`;
};

/** Answers fetch by `METHOD /path`; anything else is refused like a network that is down. */
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
    return answer(request);
  });
  return seen;
};
