import { type Endpoint, errorBody, errorCodes, type ErrorCode } from '@campus/contract';
import type { Components } from './components.ts';
import type { Reference, Response } from './model.ts';

/** Statuses of refusals and the name of the shared response for each. */
const names: Readonly<Record<number, string>> = {
  400: 'Malformed',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  413: 'TooLarge',
  415: 'UnsupportedMedia',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'Internal',
  503: 'Unavailable',
};

const meanings: Readonly<Record<number, string>> = {
  400: 'The request could not be read: JSON cut off, or a parameter of the wrong kind.',
  401: 'No token, or one that is not valid any more.',
  403: 'The person behind the token may not do this, or not with this record.',
  404: 'The record does not exist.',
  409: 'Somebody else was there first; `details` say what is stored now.',
  410: 'The link does not hold any more.',
  413: 'The request is larger than this call takes.',
  415: 'This kind of request or file is not accepted.',
  422: 'The request breaks a rule; `details` name each field and what is wrong with it.',
  429: 'Too many attempts, or too much at once; `Retry-After` says in how many seconds to come back.',
  500: 'A fault of Campus, which it has written down.',
  503: 'Campus is busy or starting; `Retry-After` says when to come back.',
};

const details: Partial<Record<ErrorCode, unknown[]>> = {
  malformed: [{ field: 'limit', message: 'Invalid input: expected number, received NaN' }],
  invalid: [{ field: 'email', message: 'Email is not a valid address' }],
};

const codesOf = (status: number): ErrorCode[] =>
  (Object.keys(errorCodes) as ErrorCode[]).filter((code) => errorCodes[code].status === status);

/** The shared responses of the document, one for each status that any of its calls is refused with. */
export const refusalResponses = (
  endpoints: readonly Endpoint[],
  components: Components,
): Record<string, Response> => {
  const used = new Set(endpoints.flatMap(refusalStatuses));
  const body = components.add('Error', {
    ...components.of(errorBody, 'output'),
    description: 'A sentence for a person, a code for a program, and what is wrong in detail.',
  });
  const response = (description: string, code: ErrorCode): Response => ({
    description,
    content: {
      'application/json': {
        schema: body,
        example: {
          message: errorCodes[code].sentence,
          error: code,
          ...(details[code] && { details: details[code] }),
        },
      },
    },
  });
  const shared = Object.entries(names).flatMap(([status, name]) => {
    if (!used.has(Number(status))) return [];
    const codes = codesOf(Number(status));
    const [first] = codes;
    if (!first) throw new Error(`No error code answers ${status}`);
    const description = `${meanings[Number(status)]} Codes: ${codes.join(', ')}.`;
    return [[name, response(description, first)] as const];
  });
  return Object.fromEntries(shared);
};

/**
 * What a call can be refused with, by what it takes and who may make it. Test campuses hold every
 * answer against this.
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
    // 403 also to those who may call it: without the second factor that their role asks for.
    add(true, 401, 403, 429);
    add(method !== 'GET', 404, 409);
  }
  // A body that nobody asked for is read all the same.
  add(method !== 'GET', 400, 413, 415);
  // What is asked for may not exist, or be text that nothing stored can contain.
  add(asks ?? download ?? file, 404);
  add(asks, 422);
  for (const code of alsoRefuses ?? []) statuses.add(errorCodes[code].status);
  return [...statuses].sort((one, other) => one - other);
};

export const refusalsOf = (endpoint: Endpoint): Record<string, Reference> =>
  Object.fromEntries(
    refusalStatuses(endpoint).map((status) => [
      String(status),
      { $ref: `#/components/responses/${names[status]}` },
    ]),
  );
