import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A text that stays the same while the process runs, ready to send in each encoding. */
export interface Compressed {
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

export const compress = async (text: string): Promise<Compressed> => {
  const plain = Buffer.from(text);
  return {
    etag: `"${createHash('sha256').update(plain).digest('base64url')}"`,
    plain,
    br: await promisify(brotliCompress)(plain),
    gzip: await promisify(gzip)(plain),
  };
};

const encodings = [
  ['br', /\bbr\b/],
  ['gzip', /\bgzip\b/],
] as const;

/** Sends it as small as the client understands, or 304 to a client that has it. */
export const sendCompressed = (
  content: Compressed,
  request: FastifyRequest,
  reply: FastifyReply,
  { status = 200, type }: { status?: number; type: string },
): FastifyReply => {
  reply
    .header('etag', content.etag)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding');
  if (status === 200 && request.headers['if-none-match'] === content.etag)
    return reply.status(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = encodings.find(([, pattern]) => pattern.test(accepted))?.[0];
  if (encoding) reply.header('content-encoding', encoding);
  return reply
    .status(status)
    .type(type)
    .send(content[encoding ?? 'plain']);
};
