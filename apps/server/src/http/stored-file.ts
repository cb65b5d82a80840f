import { visibleName } from '@campus/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

/** A file to send as it was stored. */
export interface FileToSend {
  /** Its media type, found out when it was stored and never taken from the client. */
  readonly type: string;
  readonly name: string;
  /** The same for the same bytes, such as their digest: becomes the ETag. */
  readonly digest: string;
  /** Read only when the client does not have it yet. */
  content(): Promise<Buffer | Readable>;
  /** `inline` unless said: to be looked at. */
  readonly disposition?: 'inline' | 'attachment';
  /** Its reader keeps a copy and asks whether it has changed: about no person, or read by calendar programs. */
  readonly mayBeKept?: true;
}

/** What the handler of an endpoint with `file` answers. */
export class StoredFile {
  readonly file: FileToSend;
  constructor(file: FileToSend) {
    this.file = file;
  }
}

/**
 * `Content-Disposition` for a name in any script: RFC 6266 with the name in plain letters for old
 * clients. What is invisible or leads elsewhere does not survive.
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

/** Sends it, or 304 to a client that has it. */
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
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  return reply.type(file.type).send(await file.content());
};
