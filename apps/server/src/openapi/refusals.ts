import { type Endpoint, errorBody, errorCodes, type ErrorCode } from '@campus/contract';
import type { Response } from './operation.ts';
import type { Components } from './schemas.ts';

/** The name and meaning of the shared response for each error status. */
const shared: Readonly<Record<number, readonly [name: string, meaning: string]>> = {
  400: [
    'Malformed',
    'The request could not be read: no body, JSON cut off or not in UTF-8, or a parameter of the wrong kind.',
  ],
  401: ['Unauthenticated', 'No token, or one that is no longer valid.'],
  403: ['Forbidden', 'The person who holds the token may not do this, or not with this record.'],
  404: ['NotFound', 'The record does not exist.'],
  409: ['Conflict', 'Someone else has changed it; `details` has what is stored now.'],
  410: ['Gone', 'The link is no longer valid.'],
  413: ['TooLarge', 'The request is larger than this call accepts.'],
  415: ['UnsupportedMedia', 'This kind of request or file is not accepted.'],
  422: [
    'Invalid',
    'The request breaks a rule; `details` names each field and what is wrong with it.',
  ],
  429: [
    'TooManyRequests',
    'Too many attempts, or too many requests at once; `Retry-After` says after how many seconds to retry.',
  ],
  500: ['Internal', 'A fault in Campus, which has been logged.'],
  503: [
    'Unavailable',
    'Campus is busy or starting; `Retry-After` says when to retry. A change without it may have been made.',
  ],
};

const details: Partial<Record<ErrorCode, unknown[]>> = {
  malformed: [{ field: 'limit', message: 'limit must be a number' }],
  invalid: [{ field: 'email', message: 'Email is not a valid address' }],
};

const codesOf = (status: number): ErrorCode[] =>
  (Object.keys(errorCodes) as ErrorCode[]).filter((code) => errorCodes[code].status === status);

/** The shared responses of the document, one for each error status of any endpoint. */
export const refusalResponses = (
  endpoints: readonly Endpoint[],
  components: Components,
): Record<string, Response> => {
  const body = components.add('Error', {
    ...components.of(errorBody, 'output'),
    description: 'A sentence for a person, a code for a program, and what is wrong in detail.',
  });
  const used = new Set(endpoints.flatMap(refusalStatuses));
  const named = Object.entries(shared).flatMap(([status, [name, meaning]]) => {
    if (!used.has(Number(status))) return [];
    const codes = codesOf(Number(status));
    const [error] = codes;
    if (!error) throw new Error(`No error code answers ${status}`);
    const example = {
      message: errorCodes[error].sentence,
      error,
      ...(details[error] && { details: details[error] }),
    };
    const content = { 'application/json': { schema: body, example } };
    return [[name, { description: `${meaning} Codes: ${codes.join(', ')}.`, content }] as const];
  });
  return Object.fromEntries(named);
};

/**
 * The error statuses an endpoint can return, derived from what it accepts and who may call it. Test
 * campuses check every reply against them.
 */
export const refusalStatuses = (endpoint: Endpoint): number[] => {
  const { access, params, query, body, upload, download, file, method, alsoRefuses } = endpoint;
  const statuses = new Set([500, 503]);
  const add = (when: unknown, ...more: number[]): void => {
    if (when) for (const status of more) statuses.add(status);
  };
  const sends = body ?? upload;
  const asks = params ?? query ?? sends;
  add(asks, 400);
  if (access !== 'public') {
    // 403 also for those who may call it, if they lack the second factor that their role requires.
    add(true, 401, 403, 429);
    add(method !== 'GET', 404, 409);
  }
  // An unexpected body is parsed all the same.
  add(method !== 'GET', 400, 413, 415);
  // The record may not exist, or the search text be one that nothing stored can contain.
  add(asks ?? download ?? file, 404);
  add(asks, 422);
  for (const code of alsoRefuses ?? []) statuses.add(errorCodes[code].status);
  return [...statuses].sort((one, other) => one - other);
};

export const refusalsOf = (endpoint: Endpoint): Record<string, { readonly $ref: string }> =>
  Object.fromEntries(
    refusalStatuses(endpoint).map((status) => [
      String(status),
      { $ref: `#/components/responses/${shared[status]?.[0]}` },
    ]),
  );
