import { visibleName } from '@campus/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { isHeld } from './if-match.ts';

export interface FileToSend {
  /** Media type, determined when it was stored and never taken from the client. */
  readonly type: string;
  readonly name: string;
  /** Identifies the bytes; becomes the ETag. */
  readonly digest: string;
  /** Called only if the client does not have the file yet. */
  content(): Promise<Buffer | Readable>;
  /** Default: `inline`. */
  readonly disposition?: 'inline' | 'attachment';
  /** Lets clients cache and revalidate it: only for files about no person or read by calendar programs. */
  readonly mayBeKept?: true;
}

/** The reply of an endpoint with `file`. */
export class StoredFile {
  readonly file: FileToSend;
  constructor(file: FileToSend) {
    this.file = file;
  }
}

/**
 * `Content-Disposition` for a name in any script (RFC 6266), with an ASCII name for old clients.
 * Removes invisible characters and path separators.
 */
const contentDisposition = (kind: 'inline' | 'attachment', name: string): string => {
  const safe = visibleName(name).replace(/["\\/]/g, '_');
  const plain = safe.normalize('NFKD').replace(/[^\u0020-\u007e]/g, '');
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain.trim() || 'file'}"; filename*=UTF-8''${encoded}`;
};

/** Sends the file, or 304 if the client has it. */
export const sendStoredFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { file }: StoredFile,
): Promise<FastifyReply> => {
  const etag = `"${file.digest}"`;
  reply
    .header('etag', etag)
    .header('content-disposition', contentDisposition(file.disposition ?? 'inline', file.name));
  if (file.mayBeKept) reply.header('cache-control', 'private, no-cache');
  if (isHeld(request, etag)) return reply.status(304).send();
  return reply.type(file.type).send(await file.content());
};
