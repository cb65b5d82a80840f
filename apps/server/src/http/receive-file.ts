import type { TextsOf, Upload } from '@campus/contract';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { CampusError } from '../campus-error.ts';
import { createSpool, type Spool } from '../spool.ts';
import { invalid } from './refusals.ts';
import { validate } from './validate.ts';

export interface ReceivedFile {
  readonly name: string;
  readonly bytes: number;
  readonly content: Spool;
}

export interface ReceivedForm<U extends Upload> {
  readonly files: readonly ReceivedFile[];
  readonly texts: TextsOf<U>;
}

export interface FileRules {
  /** Refuses other file names before reading anything; `orZip` also allows archives. */
  readonly onlyCsv?: true | 'orZip';
  readonly tooLarge: string;
  /** The message when there is no file; null if none is needed. */
  readonly missing?: string | null;
}

const missing = (upload: Upload, { missing: said }: FileRules): CampusError =>
  invalid(upload.file ?? 'file', said ?? 'Please select a file to upload');

const unknownField = (field: string): CampusError => invalid(field, `Unknown field "${field}"`);

/**
 * Writes one piece at a time of all arriving files. The others wait in the network instead of memory and
 * leave the CPU to other requests; a slow client delays nobody.
 */
const inTurn = pLimit(1);

/** Null if no file was chosen: forms then send a part without name and bytes. */
const receive = async (
  part: MultipartFile,
  content: Spool,
  rules: FileRules,
): Promise<ReceivedFile | null> => {
  const name = part.filename ?? '';
  const wanted = rules.onlyCsv === 'orZip' ? /\.(csv|zip)$/i : /\.csv$/i;
  if (rules.onlyCsv && name !== '' && !wanted.test(name))
    throw new CampusError(
      'unsupported_media',
      `Only .csv${rules.onlyCsv === 'orZip' ? ' and .zip' : ''} files are accepted. Save the list as “CSV UTF-8 (Comma delimited)” and upload that file.`,
    );
  let bytes = 0;
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    await inTurn(() => content.append(chunk));
  }
  if (part.file.truncated) throw new CampusError('too_large', rules.tooLarge);
  if (name !== '') return { name, bytes, content };
  if (bytes === 0) return null;
  throw new CampusError('unsupported_media', 'The file has no name. Please select it again.');
};

/** The longest text part: enough for an essay handed in as text. */
const textBytes = 256 * 1024;

const tooMany = (most: number): CampusError =>
  new CampusError(
    'invalid',
    most === 1 ? 'Please upload one file at a time.' : `Please upload at most ${most} files.`,
  );

const receiveParts = async (
  request: FastifyRequest,
  upload: Upload,
  rules: FileRules,
  newSpool: () => Promise<Spool>,
): Promise<{ files: ReceivedFile[]; texts: Record<string, string> }> => {
  const { file: fileField = 'file', maxBytes, maxFiles = 1 } = upload;
  const fields = [fileField, ...Object.keys(upload.texts?.shape ?? {})];
  const files: ReceivedFile[] = [];
  const texts: Record<string, string> = {};
  const parts = request.parts({
    limits: { fileSize: maxBytes, files: maxFiles + 1, fields: 20, fieldSize: textBytes },
  });
  for await (const part of parts) {
    const { fieldname } = part;
    if (!fields.includes(fieldname)) throw unknownField(fieldname);
    if (part.type === 'field') {
      if (fieldname === fileField) throw missing(upload, rules);
      if (part.valueTruncated)
        throw new CampusError('too_large', `The field "${fieldname}" is too long.`);
      if (fieldname in texts) throw unknownField(`${fieldname} (given twice)`);
      texts[fieldname] = String(part.value);
      continue;
    }
    if (fieldname !== fileField) throw unknownField(fieldname);
    if (files.length >= maxFiles) throw tooMany(maxFiles);
    const content = await newSpool();
    const received = await receive(part, content, rules);
    if (received) files.push(received);
  }
  if (files.length === 0 && rules.missing !== null) throw missing(upload, rules);
  return { files, texts };
};

/** Every error of the form parser is the client's: a form cut off, or none at all. */
const refusalFor = (error: unknown, rules: FileRules, most: number): CampusError => {
  if (error instanceof CampusError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new CampusError('too_large', rules.tooLarge);
  if (code === 'FST_FILES_LIMIT') return tooMany(most);
  return new CampusError(
    'malformed',
    'The upload was cut off or is not a valid form. Please try again.',
  );
};

/** Rejects when the client disconnects: the form parser might wait for the rest for ever. */
const cutOff = (incoming: FastifyRequest['raw']): Promise<never> =>
  new Promise((_, reject) => {
    const check = (): void => {
      if (!incoming.readableEnded) reject(new Error('The client went away'));
    };
    if (incoming.destroyed) check();
    else incoming.once('close', check);
  });

/**
 * Receives a multipart request and keeps its files on disk until the work is done, so that a slow client
 * occupies neither memory nor a database connection. Refuses any part that `upload` does not name.
 */
export const withForm = async <const U extends Upload, T>(
  request: FastifyRequest,
  upload: U,
  rules: FileRules,
  work: (form: ReceivedForm<U>) => Promise<T>,
): Promise<T> => {
  if (!request.isMultipart())
    throw new CampusError('unsupported_media', 'Please send the file as a form (multipart).');
  const spools: Spool[] = [];
  let closed = false;
  /** The parser may still ask for one after the client has disconnected; it is closed at once. */
  const newSpool = async (): Promise<Spool> => {
    const spool = await createSpool();
    spools.push(spool);
    if (closed) await spool.close();
    return spool;
  };
  const receiveAll = async (): Promise<ReceivedForm<U>> => {
    try {
      const parts = receiveParts(request, upload, rules, newSpool);
      const { files, texts } = await Promise.race([parts, cutOff(request.raw)]);
      const checked = upload.texts ? validate(upload.texts, texts, 'invalid') : texts;
      return { files, texts: checked as TextsOf<U> };
    } catch (error) {
      // The parser waits for parts that nobody reads any more; detached, the rest can be drained.
      request.raw.unpipe();
      throw isDiskError(error) ? error : refusalFor(error, rules, upload.maxFiles ?? 1);
    }
  };
  try {
    const form = await receiveAll();
    await request.admitAgain?.(0);
    return await work(form);
  } finally {
    closed = true;
    await Promise.all(spools.map((spool) => spool.close()));
  }
};

/** The same for a form with one file. */
export const withFile = <const U extends Upload, T>(
  request: FastifyRequest,
  upload: U,
  rules: FileRules,
  work: (file: ReceivedFile, texts: TextsOf<U>) => Promise<T>,
): Promise<T> =>
  withForm(request, upload, rules, ({ files: [file], texts }) => {
    if (!file) throw missing(upload, rules);
    return work(file, texts);
  });

const isDiskError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
