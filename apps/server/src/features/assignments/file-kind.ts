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

/** A file of an accepted kind. */
export interface CheckedFile extends ReceivedFile {
  readonly type: string;
  readonly digest: string;
}

/** The content decides the kind of a file, whatever its name. Files are optional here. */
export const fileRules: FileRules = {
  tooLarge: fileTooLarge,
  missing: null,
};

const text = 'text/plain; charset=utf-8';
const accepted = new Set<string>(acceptedTypes);
/** Formatted text, kept and sent as plain text, so that no browser interprets it. */
const kindsOfText = new Set(['application/xml', 'text/vcard', 'text/calendar', 'text/vtt']);

/** Characters that no text contains; editors show all others, in any code page. */
// oxlint-disable-next-line no-control-regex -- it looks for control characters
const control = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

/** The container of old Office documents and encrypted new ones, but also of installers. */
const compound = 'application/x-cfb';
const officeName = /\.(?:doc|dot|xls|xlt|ppt|pps)x?$/i;

/** How much of a file is in memory at a time; small, so that checking it does not block others for long. */
export const pieceBytes = 64 * 1024;

/** A blob for the detector, which reads a few bytes here and there. */
const blobOf = ({ content, bytes }: ReceivedFile): Blob => {
  const slice = (from: number, to: number) => ({ arrayBuffer: () => content.bytes(from, to) });
  return { size: bytes, type: '', slice } as unknown as Blob;
};

/** The media type under which to store a file; null for one that is not accepted. */
const kindOf = (found: string | undefined, isText: boolean, name: string): string | null => {
  if (found === compound && !officeName.test(name)) return null;
  if (found && accepted.has(found)) return found;
  if (found === 'image/apng') return 'image/png';
  if (found && !kindsOfText.has(found)) return null;
  return isText ? text : null;
};

export const bytesOf = (files: readonly ReceivedFile[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

const maxNameLength = 255;

/** The name to store: only the last part of a path, without characters that cannot be stored. */
const plainName = (name: string): string => {
  const last = name.toWellFormed().replaceAll('\0', '').split(/[\\/]/).at(-1)?.trim() ?? '';
  return Array.from(last).slice(-maxNameLength).join('') || 'file';
};

/**
 * Checks one file after the other.
 * @throws CampusError naming the file that is not accepted
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
