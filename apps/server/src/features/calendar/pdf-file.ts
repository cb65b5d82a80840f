import { createHash } from 'node:crypto';
import { pdfType, type TextsOf, type Upload } from '@campus/contract';
import type { FastifyRequest } from 'fastify';
import { CampusError } from '../../campus-error.ts';
import { withFile } from '../../http/receive-file.ts';
import { StoredFile } from '../../http/stored-file.ts';

/** A PDF as it is to be stored. */
export interface PdfFile {
  readonly file_name: string;
  readonly content: Buffer;
  /** Bytes. */
  readonly size: number;
  readonly digest: string;
}

/** A stored PDF, without its bytes. */
export interface StoredPdf {
  readonly fileName: string;
  readonly size: number;
  readonly digest: string;
  readonly uploadedAt: Date;
}

const notPdf = 'Please select a valid PDF file';
const tooLarge = 'The file is larger than 20 MB. Please select a smaller PDF file.';

/** The name as it can be stored and sent: browsers write a quotation mark as %22 in a form. */
const storableName = (name: string): string =>
  Array.from(
    name
      .toWellFormed()
      .replaceAll('%22', '"')
      // oxlint-disable-next-line no-control-regex -- that is the point of it
      .replace(/[\u0000-\u001f\u007f]/g, '_')
      .trim(),
  )
    .slice(-255)
    .join('') || 'file.pdf';

/** Takes a form with one PDF; whether it is one, its first bytes say. */
export const receivePdf = <const U extends Upload>(
  request: FastifyRequest,
  upload: U,
): Promise<{ file: PdfFile; texts: TextsOf<U> }> =>
  withFile(request, upload, { tooLarge }, async ({ name, bytes, content: received }, texts) => {
    const head = await received.bytes(0, 5);
    if (head.toString('latin1') !== '%PDF-') throw new CampusError('unsupported_media', notPdf);
    const content = await received.bytes();
    const digest = createHash('sha256').update(content).digest('base64url');
    return { file: { file_name: storableName(name), content, size: bytes, digest }, texts };
  });

/** Sends it to be looked at. `read` is asked only when the client does not have it yet. */
export const pdfToSend = ({ fileName, digest }: StoredPdf, read: () => Promise<Buffer>) =>
  new StoredFile({ type: pdfType, name: fileName, digest, content: read, mayBeKept: true });

export const infoOf = ({ fileName, size, uploadedAt }: StoredPdf) => ({
  fileName,
  size,
  uploadedAt: uploadedAt.toISOString(),
});
