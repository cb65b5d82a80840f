/** ZIP without its 64-bit form ends here; with some room for names. */
export const mostZipBytes = 4_000_000_000;
const pieceBytes = 512 * 1024;

/** A file in an archive. */
export interface ZipEntry {
  readonly path: string;
  readonly at: Date;
  readonly bytes: () => Promise<Uint8Array>;
}

/** Files come compressed as a rule: they are put in as they are, one in memory at a time. */
export const zipped = async function* (entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const { Zip, ZipPassThrough } = await import('fflate');
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
  for (const { path, at, bytes } of entries) {
    const file = new ZipPassThrough(path);
    file.mtime = at;
    zip.add(file);
    const content = await bytes();
    for (let from = 0; from === 0 || from < content.length; from += pieceBytes) {
      file.push(content.subarray(from, from + pieceBytes), from + pieceBytes >= content.length);
      yield* take();
    }
  }
  zip.end();
  yield* take();
};
