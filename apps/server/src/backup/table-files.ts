import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { StartError } from '../start-error.ts';
import type { TableFile } from './manifest.ts';

/** Rows in the text format of COPY, where a line break inside a value is escaped. */
const counting = () => {
  let rows = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
      pass(null, chunk);
    },
  });
  return { stream, rows: () => rows };
};

const hashing = () => {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      bytes += chunk.length;
      hash.update(chunk);
      pass(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
};

/** Writes the rows of a table, compressed and on the disk when it resolves. */
export const writeTableFile = async (
  path: string,
  content: Readable,
): Promise<Pick<TableFile, 'rows' | 'bytes' | 'sha256'>> => {
  const [counted, hashed] = [counting(), hashing()];
  await pipeline(
    content,
    counted.stream,
    createGzip({ level: 1 }),
    hashed.stream,
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { rows: counted.rows(), ...hashed.result() };
};

/** The rows of a table as they were written; for `pipeline`. */
export const readTableFile = (folder: string, { file }: TableFile) =>
  [createReadStream(join(folder, file)), createGunzip()] as const;

/** @throws StartError that names the file which is missing or not what was written. */
export const checkTableFile = async (folder: string, table: TableFile): Promise<void> => {
  const [counted, hashed] = [counting(), hashing()];
  try {
    await pipeline(
      createReadStream(join(folder, table.file)),
      hashed.stream,
      createGunzip(),
      counted.stream,
      async (lines) => {
        for await (const _ of lines);
      },
    );
    const { sha256 } = hashed.result();
    if (sha256 !== table.sha256 || counted.rows() !== table.rows)
      throw new Error('The content differs.');
  } catch (cause) {
    throw new StartError(
      `The backup is damaged: ${table.file} is missing or not what was written. Take another backup.`,
      { cause },
    );
  }
};
