import { createCipheriv, createDecipheriv, hash, randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from '../start-error.ts';

/** The schema of a table: the identity service has its own. */
const part = z.enum(['campus', 'identity']);

export const storedTable = z.object({
  part,
  name: z.string(),
  /** Without generated columns, in the order of the file. */
  columns: z.array(z.string()),
});
export type StoredTable = z.output<typeof storedTable>;

export const storedSequence = z.object({
  part,
  name: z.string(),
  /** Null: never used. */
  value: z.string().nullable(),
});

export const appliedMigration = z.object({ name: z.string(), sha256: z.string() });

const hex = z.string().regex(/^[0-9a-f]+$/);

/** Describes a backup. Written last: a folder without it is not a backup. */
const manifest = z.object({
  format: z.literal(1),
  /** When the snapshot was taken. */
  taken: z.iso.datetime(),
  campus: z.string(),
  postgres: z.string(),
  migrations: z.object({ campus: appliedMigration.array(), identity: appliedMigration.array() }),
  tables: z.array(
    storedTable.extend({ file: z.string(), rows: z.int(), bytes: z.int(), sha256: hex }),
  ),
  sequences: storedSequence.array(),
  /** The secret of the built-in identity service; null if accounts are kept elsewhere. */
  secret: z.object({ salt: hex, iv: hex, tag: hex, sealed: hex }).nullable(),
});
export type Manifest = z.output<typeof manifest>;
export type TableFile = Manifest['tables'][number];

const NAME = 'manifest.json';
const signed = z.object({ sha256: hex, manifest: z.unknown() });

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value));

export const manifestFile = (content: Manifest) => ({
  name: NAME,
  text: `${JSON.stringify({ sha256: digestOf(content), manifest: content }, null, 1)}\n`,
});

/** Whether a folder is a backup, damaged or not. */
export const isBackup = (folder: string): boolean => existsSync(join(folder, NAME));

/** What an error of the file system means other than a missing file: the backup itself may be sound. */
export const unreadable = (cause: unknown): StartError | undefined => {
  const { code = '', message, syscall } = cause as NodeJS.ErrnoException;
  if (syscall === undefined || /^(?:ENOENT|ENOTDIR)$/.test(code)) return undefined;
  return new StartError(
    `The backup cannot be read: ${message}. Let the account that runs this read it, or check its disk.`,
    { cause },
  );
};

/** @throws StartError if the folder is not a backup, or cannot be read, or its manifest is damaged. */
export const readManifest = (folder: string): Manifest => {
  const file = join(folder, NAME);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw (
      unreadable(cause) ??
      new StartError(`${folder} is not a backup: it has no ${NAME}.`, { cause })
    );
  }
  try {
    const read = signed.parse(JSON.parse(text));
    if (digestOf(read.manifest) !== read.sha256) throw new Error('The checksum differs.');
    return manifest.parse(read.manifest);
  } catch (cause) {
    throw new StartError(
      `The backup is damaged: ${file} is not what was written. Take another backup.`,
      { cause },
    );
  }
};

const CIPHER = 'aes-256-gcm';
const keyOf = (passphrase: string, salt: Buffer): Buffer =>
  scryptSync(passphrase, salt, 32, { N: 2 ** 15, maxmem: 2 ** 26 });

export const sealSecret = (secret: string, passphrase: string): NonNullable<Manifest['secret']> => {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(CIPHER, keyOf(passphrase, salt), iv);
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return {
    salt: salt.toString('hex'),
    iv: iv.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
    sealed: sealed.toString('hex'),
  };
};

/** @throws StartError if the passphrase is wrong. */
export const openSecret = (
  { salt, iv, tag, sealed }: NonNullable<Manifest['secret']>,
  passphrase: string,
): string => {
  const bytes = (value: string): Buffer => Buffer.from(value, 'hex');
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(passphrase, bytes(salt)), bytes(iv));
    decipher.setAuthTag(bytes(tag));
    return Buffer.concat([decipher.update(bytes(sealed)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new StartError(
      'CAMPUS_BACKUP_PASSPHRASE is not the one that this backup was made with.',
      { cause },
    );
  }
};
