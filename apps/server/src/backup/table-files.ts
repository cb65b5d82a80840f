import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { StartError } from '../start-error.ts';
import { type Manifest, type TableFile, unreadable } from './manifest.ts';

/** Called often with what is being done; may end the work by throwing. */
export type Progress = (sentence: string) => void;

/**
 * Stream stages that count a table's rows, and the bytes of its file with their digest; `progress` is called for each
 * piece.
 */
const counting = (progress: () => void) => {
  const hash = createHash('sha256');
  let [rows, bytes] = [0, 0];
  /** Counts lines: COPY's text format escapes line breaks inside values. */
  const throughRows = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      progress();
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
      yield chunk;
    }
  };
  const throughFile = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  };
  return { throughRows, throughFile, result: () => ({ rows, bytes, sha256: hash.digest('hex') }) };
};

/** Writes the rows of a table compressed; they are durable when it resolves. */
export const writeTableFile = async (
  path: string,
  content: Readable,
  progress: () => void,
): Promise<Pick<TableFile, 'rows' | 'bytes' | 'sha256'>> => {
  const counted = counting(progress);
  await pipeline(
    content,
    counted.throughRows,
    createGzip({ level: 1 }),
    counted.throughFile,
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return counted.result();
};

/** The first stages of a `pipeline` that reads the rows of a table. */
export const readTableFile = (folder: string, { file }: TableFile) =>
  [createReadStream(join(folder, file)), createGunzip()] as const;

/** @throws StartError naming the file if it is missing or differs from what was written. */
const checkTableFile = async (
  folder: string,
  table: TableFile,
  progress: () => void,
): Promise<void> => {
  const counted = counting(progress);
  try {
    const file = createReadStream(join(folder, table.file));
    await pipeline(
      file,
      counted.throughFile,
      createGunzip(),
      counted.throughRows,
      async (lines) => {
        for await (const _ of lines);
      },
    );
    const { rows, sha256 } = counted.result();
    if (sha256 !== table.sha256 || rows !== table.rows) throw new Error('The content differs.');
  } catch (cause) {
    // Throws again if it is to end: then nothing is damaged.
    progress();
    throw (
      unreadable(cause) ??
      new StartError(
        `The backup is damaged: ${table.file} is missing or not what was written. Take another backup.`,
        { cause },
      )
    );
  }
};

/** Reads the whole backup. @throws StartError naming what is damaged. */
export const checkBackup = async (
  folder: string,
  { tables }: Manifest,
  progress: Progress,
): Promise<void> => {
  for (const table of tables) {
    await checkTableFile(folder, table, () => progress(`Checking: ${table.file}`));
  }
};
