import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Database } from './db/database.ts';
import type { Transaction } from './db/db.ts';
import { inLongTransaction } from './db/transaction.ts';

/** Bytes too many for memory, kept in an unlinked temporary file. */
export interface Spool {
  append(chunk: Uint8Array | string): Promise<void>;
  /** The bytes of a range, by default all of them, in memory: only for small ranges or files. */
  bytes(from?: number, to?: number): Promise<Buffer>;
  /** Everything from the beginning. A piece is valid until the next one is requested. */
  read(pieceBytes?: number): AsyncIterable<Buffer>;
  /** Everything as a stream, which closes the spool when it ends or is destroyed. */
  stream(): Readable;
  /** Frees the space. May be called repeatedly. */
  close(): Promise<void>;
}

/** Small, because all objects parsed from a piece are alive at the same time. */
const smallPiece = 16 * 1024;

/** Unlinks the file at once, so that even a killed process leaves nothing behind. */
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

/** Writes all pieces to a new spool, which the caller closes. */
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

/** A file written in a transaction, as a stream; closed if the transaction fails after all. */
export const streamFrom = async (
  db: Database,
  write: (tx: Transaction) => Promise<Spool>,
): Promise<Readable> => {
  let file: Spool | undefined;
  const work = async (tx: Transaction): Promise<Spool> => (file = await write(tx));
  try {
    return (await inLongTransaction(db, work)).stream();
  } catch (error) {
    await file?.close();
    throw error;
  }
};
