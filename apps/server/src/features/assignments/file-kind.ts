import { hash } from 'node:crypto';
import {
  acceptedTypes,
  fileTooLarge,
  nameByContent,
  tooManyFiles,
  wrongKind,
} from '@campus/contract';
import { fileTypeFromBuffer } from 'file-type';
import { CampusError } from '../../http/campus-error.ts';
import type { FileRules, ReceivedFile } from '../../http/receive-file.ts';
import { invalid } from '../../http/refusals.ts';
import type { Spool } from '../../http/spool.ts';

/** A file whose content is of a kind that is taken. */
export interface CheckedFile {
  readonly name: string;
  readonly type: string;
  readonly digest: string;
  readonly content: Spool;
}

/** The content decides what a file is, whatever its name. Files are optional here. */
export const fileRules: FileRules = {
  refuseName: () => null,
  tooLarge: fileTooLarge,
  missing: null,
};

const text = 'text/plain; charset=utf-8';
const accepted = new Set<string>(acceptedTypes);
/** Text with a form of its own: kept and sent as plain text, so that no browser runs it. */
const kindsOfText = new Set(['application/xml', 'text/vcard', 'text/calendar', 'text/vtt']);

/** No control characters but tabs and line ends: what an editor shows as it is, in any code page. */
const isText = (bytes: Buffer): boolean => {
  // By index: a call for each byte keeps everybody else waiting for a tenth of a second.
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1b) return false;
  }
  return true;
};

/** What old Office documents and encrypted new ones are packed into, and installers too. */
const compound = 'application/x-cfb';
const officeName = /\.(?:doc|dot|xls|xlt|ppt|pps)x?$/i;

/** The media type to keep a file under, or null when it is not taken. */
const kindOf = async (bytes: Buffer, name: string): Promise<string | null> => {
  const found = await fileTypeFromBuffer(bytes);
  if (found?.mime === compound && !officeName.test(name)) return null;
  if (found && accepted.has(found.mime)) return found.mime;
  if (found?.mime === 'image/apng') return 'image/png';
  if (found && !kindsOfText.has(found.mime)) return null;
  return isText(bytes) ? text : null;
};

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
  const checked: CheckedFile[] = [];
  for (const { name: given, content } of files) {
    const name = plainName(given);
    const bytes = await content.bytes();
    if (bytes.length === 0) throw invalid('files', `“${name}” is empty.`);
    const type = await kindOf(bytes, name);
    if (type === null)
      throw new CampusError('unsupported_media', wrongKind(name), {
        details: [{ field: 'files', message: wrongKind(name) }],
      });
    checked.push({
      name: nameByContent(name, type),
      type,
      digest: hash('sha256', bytes, 'base64url'),
      content,
    });
  }
  return checked;
};

export const tooMany = (): CampusError => invalid('files', tooManyFiles);
