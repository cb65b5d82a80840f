import { createHash } from 'node:crypto';
import {
  acceptedTypes,
  fileTooLarge,
  nameByContent,
  tooManyFiles,
  wrongKind,
} from '@campus/contract';
import { CampusError } from '../../campus-error.ts';
import type { FileRules, ReceivedFile } from '../../http/receive-file.ts';
import { invalid } from '../../http/refusals.ts';

/** A file whose content is of a kind that is taken. */
export interface CheckedFile extends ReceivedFile {
  readonly type: string;
  readonly digest: string;
}

/** The content decides what a file is, whatever its name. Files are optional here. */
export const fileRules: FileRules = {
  tooLarge: fileTooLarge,
  missing: null,
};

const text = 'text/plain; charset=utf-8';
const accepted = new Set<string>(acceptedTypes);
/** Text with a form of its own: kept and sent as plain text, so that no browser runs it. */
const kindsOfText = new Set(['application/xml', 'text/vcard', 'text/calendar', 'text/vtt']);

/** What no text has; of the others an editor shows all as they are, in any code page. */
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const control = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

/** What old Office documents and encrypted new ones are packed into, and installers too. */
const compound = 'application/x-cfb';
const officeName = /\.(?:doc|dot|xls|xlt|ppt|pps)x?$/i;

/** So much of a file is in memory at a time, and nobody waits long while it is looked at. */
export const pieceBytes = 64 * 1024;

/** As the detector reads it: here and there, a few bytes each time. */
const blobOf = ({ content, bytes }: ReceivedFile): Blob => {
  const slice = (from: number, to: number) => ({ arrayBuffer: () => content.bytes(from, to) });
  return { size: bytes, type: '', slice } as unknown as Blob;
};

/** The media type to keep a file under, or null when it is not taken. */
const kindOf = (found: string | undefined, isText: boolean, name: string): string | null => {
  if (found === compound && !officeName.test(name)) return null;
  if (found && accepted.has(found)) return found;
  if (found === 'image/apng') return 'image/png';
  if (found && !kindsOfText.has(found)) return null;
  return isText ? text : null;
};

export const bytesOf = (files: readonly ReceivedFile[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

const longestName = 255;

/** The name as it is kept: of a path only its end, and nothing that cannot be stored. */
const plainName = (name: string): string => {
  const last = name.toWellFormed().replaceAll('\0', '').split(/[\\/]/).at(-1)?.trim() ?? '';
  return Array.from(last).slice(-longestName).join('') || 'file';
};

/**
 * Checks one file after the other.
 * @throws CampusError naming the file that is not taken
 */
export const checkFiles = async (files: readonly ReceivedFile[]): Promise<CheckedFile[]> => {
  const { fileTypeFromBlob } = await import('file-type');
  const checked: CheckedFile[] = [];
  for (const file of files) {
    const { content, bytes } = file;
    const name = plainName(file.name);
    if (bytes === 0) throw invalid('files', `“${name}” is empty.`);
    const digest = createHash('sha256');
    let isText = true;
    for await (const piece of content.read(pieceBytes)) {
      digest.update(piece);
      isText &&= !control.test(piece.toString('latin1'));
    }
    const type = kindOf((await fileTypeFromBlob(blobOf(file)))?.mime, isText, name);
    if (type === null)
      throw new CampusError('unsupported_media', wrongKind(name), {
        details: [{ field: 'files', message: wrongKind(name) }],
      });
    checked.push({
      name: nameByContent(name, type),
      type,
      digest: digest.digest('base64url'),
      bytes,
      content,
    });
  }
  return checked;
};

export const tooMany = (): CampusError => invalid('files', tooManyFiles);
