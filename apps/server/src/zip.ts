import type { ZipInputFile } from 'fflate';

/** The limit of ZIP without ZIP64 (4 GiB), less some room for names. */
export const maxZipBytes = 4_000_000_000;
const pieceBytes = 512 * 1024;

/** A file stored in the archive as it is. */
export interface ZipEntry {
  readonly path: string;
  readonly at: Date;
  /** Undefined once somebody has deleted it: it is left out. */
  readonly bytes: () => Promise<Uint8Array | undefined>;
}

/** A file generated while the archive is written, and compressed. */
export interface MadeEntry {
  readonly path: string;
  readonly at: Date;
  readonly pieces: () => AsyncIterable<Uint8Array>;
}

/** The most files that the end of an archive can count. */
const mostCounted = 0xffff;

/** For more files: puts ZIP64's end, which has room for their number, before the usual one. */
const withLargeCount = (central: Buffer, files: number): Buffer => {
  const end = central.subarray(-22);
  const [size, offset] = [end.readUInt32LE(12), end.readUInt32LE(16)];
  const large = Buffer.alloc(76);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeUInt32LE(44, 4);
  large.writeUInt16LE(45, 12);
  large.writeUInt16LE(45, 14);
  for (const [at, value] of [files, files, size, offset].entries())
    large.writeBigUInt64LE(BigInt(value), 24 + 8 * at);
  large.writeUInt32LE(0x07064b50, 56);
  large.writeBigUInt64LE(BigInt(offset + size), 64);
  large.writeUInt32LE(1, 72);
  end.fill(0xff, 8, 12);
  return Buffer.concat([central.subarray(0, -22), large, end]);
};

/**
 * A ZIP archive as a stream. Stored files are usually compressed already and go in as they are, one in
 * memory at a time; of generated files, only one piece is in memory.
 */
export const zipped = async function* (
  entries: Iterable<ZipEntry | MadeEntry> | AsyncIterable<MadeEntry>,
): AsyncGenerator<Buffer> {
  const { Zip, ZipDeflate, ZipPassThrough } = await import('fflate');
  let ready: Buffer[] = [];
  const take = (): Buffer[] => {
    const taken = ready;
    ready = [];
    return taken;
  };
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
  });
  let files = 0;
  const begin = <File extends ZipInputFile>(file: File, at: Date): File => {
    file.mtime = at;
    zip.add(file);
    files += 1;
    return file;
  };
  for await (const entry of entries) {
    const { path, at } = entry;
    if ('pieces' in entry) {
      const file = begin(new ZipDeflate(path, { level: 1 }), at);
      for await (const piece of entry.pieces()) {
        file.push(piece);
        yield* take();
      }
      file.push(new Uint8Array(0), true);
      yield* take();
      continue;
    }
    const content = await entry.bytes();
    if (!content) continue;
    const file = begin(new ZipPassThrough(path), at);
    for (let from = 0; from === 0 || from < content.length; from += pieceBytes) {
      file.push(content.subarray(from, from + pieceBytes), from + pieceBytes >= content.length);
      yield* take();
    }
  }
  zip.end();
  if (files < mostCounted) yield* take();
  else yield withLargeCount(Buffer.concat(take()), files);
};
