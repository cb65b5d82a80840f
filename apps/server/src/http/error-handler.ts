import type { ErrorBody, ErrorCode } from '@campus/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { CampusError } from '../campus-error.ts';
import { isUnreachable } from '../db/connection.ts';
import { drain } from './drain.ts';

const fastifyCodes: Readonly<Record<string, [ErrorCode, string]>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed', 'The request is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformed', 'The request has no body.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media', 'This kind of request is not accepted.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'The request is too large.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed', 'The request was cut off. Please try again.'],
  FST_ERR_BAD_URL: ['malformed', 'The address of the request could not be read.'],
  FST_REQ_FILE_TOO_LARGE: ['too_large', 'The file is too large.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported_media', 'Please send the file as a form.'],
};

/** SQL errors that a well-formed request can cause; all others are bugs of ours. */
const sqlCodes: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^(?:23505|23P01)$/, 'duplicate'],
  [/^(?:22021|22P05)$/, 'invalid'],
  [/^TOO_MANY_AT_ONCE$/, 'too_many_requests'],
  [/^(?:NO_CONNECTION|LOCKED|25006|25P03|55P03|(?:08|40|53|57)[0-9A-Z]{3})$/, 'unavailable'],
  // The database lets nobody in: closed for maintenance, being restored, or with another password.
  [/^(?:55000|3D000|28[0-9A-Z]{3})$/, 'unavailable'],
  [/^(?:EMFILE|ENFILE)$/, 'unavailable'],
];

const locked =
  'Someone else is changing this at the moment. Nothing was stored; please try again in a moment.';
const sentences: Readonly<Record<string, string>> = {
  TOO_MANY_AT_ONCE:
    'You sent too many requests at once. Please wait until some are answered, then try again.',
  LOCKED: locked,
  '55P03': locked,
  '57014': 'This took too long and was stopped. Nothing was stored; please try again.',
  '25P03': 'This was idle for too long and was stopped. Nothing was stored; please try again.',
  '25006':
    'The database can only be read at the moment. Nothing was stored; please try again in a moment.',
};

/** The disk of the database or of uploads is full. Logged as an error, since it does not pass by itself. */
const diskFull = new Set(['53100', 'ENOSPC', 'EDQUOT']);

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Translates anything thrown into one of the contract's errors. */
const toCampusError = (error: unknown): CampusError => {
  if (error instanceof CampusError) return error;
  const code = codeOf(error);
  const known = fastifyCodes[code];
  if (known) return new CampusError(known[0], known[1]);
  if (diskFull.has(code))
    return new CampusError(
      'unavailable',
      'The disk of the server is full. Nothing was stored; please tell the administrators of Campus.',
    );
  const sql = sqlCodes.find(([pattern]) => pattern.test(code))?.[1];
  if (sql) return new CampusError(sql, sentences[code]);
  if (isUnreachable(error)) return new CampusError('unavailable');
  const status = (error as Partial<FastifyError> | null)?.statusCode;
  if (status !== undefined && status >= 400 && status < 500) return new CampusError('malformed');
  return new CampusError('internal');
};

/** Sends an error in the shape the API defines. */
export const sendError = async (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  let refusal = toCampusError(error);
  const passing = refusal.code === 'unavailable' || refusal.code === 'too_many_requests';
  const perhapsDone = passing && refusal !== error && request.perhapsDone;
  if (perhapsDone)
    refusal = new CampusError(
      'unavailable',
      'Campus could not confirm this. Check whether it was done before you try again.',
    );
  if (refusal.code === 'internal') request.log.error({ err: error }, 'a request failed');
  if (refusal.code === 'unavailable') {
    const reason = error instanceof Error ? error.message : String(error);
    request.unavailable = { level: diskFull.has(codeOf(error)) ? 'error' : 'warn', reason };
  }
  if (passing && !perhapsDone) reply.header('retry-after', '2');
  await drain(request.raw);
  const status = request.routeOptions.config?.endpoint?.refusalStatus;
  const body: ErrorBody & { status?: 'error' } = {
    ...(status && { status }),
    message: refusal.message,
    error: refusal.code,
    ...(refusal.details && { details: [...refusal.details] }),
  };
  return reply
    .status(refusal.status)
    .headers(refusal.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
};
