import type { Endpoint } from '@campus/contract';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { CampusError } from './campus-error.ts';
import { createSpool, type Spool } from './spool.ts';

export interface ReceivedFile {
  readonly name: string;
  readonly bytes: number;
  /** The receiver closes it. */
  readonly content: Spool;
}

export interface FileRules {
  /** Why a file of this name is not even read, or null. */
  refuseName(name: string): string | null;
  readonly tooLarge: string;
}

const missing = (): CampusError =>
  new CampusError('invalid', 'Please select a file to upload', {
    details: [{ field: 'file', message: 'Please select a file to upload' }],
  });

const unknownField = (field: string): CampusError =>
  new CampusError('invalid', `Unknown field "${field}"`, {
    details: [{ field, message: `Unknown field "${field}"` }],
  });

const receive = async (
  part: MultipartFile,
  content: Spool,
  rules: FileRules,
): Promise<ReceivedFile> => {
  // A form whose file was not chosen sends a part without a name.
  const name = part.filename ?? '';
  const refused = name === '' ? null : rules.refuseName(name);
  if (refused !== null) throw new CampusError('unsupported_media', refused);
  let bytes = 0;
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    await content.append(chunk);
  }
  if (part.file.truncated) throw new CampusError('too_large', rules.tooLarge);
  if (name === '') throw bytes === 0 ? missing() : unknownName();
  return { name, bytes, content };
};

const unknownName = (): CampusError =>
  new CampusError('unsupported_media', 'The file has no name. Please select it again.');

const receiveParts = async (
  request: FastifyRequest,
  content: Spool,
  maxBytes: number,
  rules: FileRules,
): Promise<ReceivedFile> => {
  let received: ReceivedFile | undefined;
  const parts = request.parts({ limits: { fileSize: maxBytes, files: 2, fields: 10 } });
  for await (const part of parts) {
    if (part.fieldname !== 'file') throw unknownField(part.fieldname);
    if (part.type === 'field') throw missing();
    if (received) throw new CampusError('invalid', 'Please upload one file at a time.');
    received = await receive(part, content, rules);
  }
  if (!received) throw missing();
  return received;
};

/** Everything the form parser throws is the client's doing: a form cut off, or none at all. */
const refusalFor = (error: unknown, rules: FileRules): CampusError => {
  if (error instanceof CampusError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new CampusError('too_large', rules.tooLarge);
  if (code === 'FST_FILES_LIMIT')
    return new CampusError('invalid', 'Please upload one file at a time.');
  return new CampusError(
    'malformed',
    'The upload was cut off or is not a valid form. Please try again.',
  );
};

/** Rejects when the client goes away: the form parser may wait for the rest for ever. */
const cutOff = (incoming: FastifyRequest['raw']): Promise<never> =>
  new Promise((_, reject) => {
    const check = (): void => {
      if (!incoming.readableEnded) reject(new Error('The client went away'));
    };
    if (incoming.destroyed) check();
    else incoming.once('close', check);
  });

/**
 * Takes the one file of a multipart request, field `file`, onto the disk: a slow client keeps
 * neither memory nor a database connection. Anything else in the form is refused by name.
 */
export const receiveFile = async (
  request: FastifyRequest,
  upload: NonNullable<Endpoint['upload']>,
  rules: FileRules,
): Promise<ReceivedFile> => {
  if (!request.isMultipart())
    throw new CampusError('unsupported_media', 'Please send the file as a form (multipart).');
  const content = await createSpool();
  try {
    const parts = receiveParts(request, content, upload.maxBytes, rules);
    return await Promise.race([parts, cutOff(request.raw)]);
  } catch (error) {
    await content.close();
    // The parser waits for parts that nobody reads any more; without it the rest can be drained.
    request.raw.unpipe();
    throw isDiskError(error) ? error : refusalFor(error, rules);
  }
};

const isDiskError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
