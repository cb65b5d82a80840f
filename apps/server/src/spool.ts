import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** Bytes that are too many for memory, kept in a temporary file that has no name any more. */
export interface Spool {
  append(chunk: Uint8Array | string): Promise<void>;
  /** What lies between two places, all of it unless said: a small part, or files with a small bound. */
  bytes(from?: number, to?: number): Promise<Buffer>;
  /** Everything, from the beginning. A piece holds until the next one is asked for. */
  read(pieceBytes?: number): AsyncIterable<Buffer>;
  /** Everything as a stream to send, which closes the spool when it is done or given up. */
  stream(): Readable;
  /** Gives the space back. Harmless when repeated. */
  close(): Promise<void>;
}

/** Small: rows are read from it, and all objects made of a piece live at the same time. */
const smallPiece = 16 * 1024;

/** The file is unlinked at once, so that nothing is left behind even by a process that is killed. */
export const createSpool = async (): Promise<Spool> => {
  const path = join(tmpdir(), `campus-${randomUUID()}`);
  const file: FileHandle = await open(path, 'wx+', 0o600);
  await rm(path);
  let end = 0;
  let closed = false;

  const read = async function* (pieceBytes = smallPiece): AsyncGenerator<Buffer> {
    const piece = Buffer.allocUnsafeSlow(pieceBytes);
    for (let at = 0; ;) {
      const { bytesRead } = await file.read(piece, 0, pieceBytes, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  };
  const copies = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of read()) yield Buffer.from(piece);
  };
  const close = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    await file.close();
  };

  return {
    async append(chunk) {
      await file.appendFile(chunk);
      end += Buffer.byteLength(chunk);
    },
    async bytes(from = 0, to = end) {
      const piece = Buffer.allocUnsafeSlow(to - from);
      const { bytesRead } = await file.read(piece, 0, to - from, from);
      return piece.subarray(0, bytesRead);
    },
    read,
    stream() {
      const stream = Readable.from(copies());
      stream.once('close', () => void close());
      return stream;
    },
    close,
  };
};

/** What comes in pieces, whole on the disk; the caller closes it. */
export const spooled = async (pieces: AsyncIterable<Uint8Array | string>): Promise<Spool> => {
  const spool = await createSpool();
  try {
    for await (const piece of pieces) await spool.append(piece);
    return spool;
  } catch (error) {
    await spool.close();
    throw error;
  }
};
