import { detectCsvDelimiter, detectCsvEncoding, firstCells } from '@campus/contract';
import type { UploadList } from './use-list-upload.ts';

/** A column of a file whose name says no field. */
export interface UnknownColumn {
  /** From 1. */
  readonly place: number;
  readonly name: string;
  /** What it holds; blank while it is not used. */
  readonly field: string;
}

/** Names of columns with what was chosen for them, on this device, for each kind of list. */
const keyOf = ({ store }: UploadList): string => `campus-columns:${store.path}`;

const remembered = (list: UploadList): Readonly<Record<string, string>> => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? '{}');
    return typeof kept === 'object' && kept ? { ...kept } : {};
  } catch {
    // Not ours, or cut short: as good as nothing.
    return {};
  }
};

export const rememberColumn = (list: UploadList, name: string, field: string): void => {
  try {
    localStorage.setItem(keyOf(list), JSON.stringify({ ...remembered(list), [name]: field }));
  } catch {
    // A device without room asks again.
  }
};

const headBytes = 64 * 1024;

/** The names of a file's columns; none where it is no CSV file or cannot be read, as the server says then. */
const headerOf = async ({ fieldOf }: UploadList, file: File): Promise<readonly string[]> => {
  try {
    const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
    const text = new TextDecoder(detectCsvEncoding(head) ?? 'utf-8').decode(head);
    const { delimiter, skip } = detectCsvDelimiter(text, (name) => fieldOf(name) !== null);
    return firstCells(text.slice(skip), delimiter).map((name) => name.trim());
  } catch {
    return [];
  }
};

/** The columns that nobody knows by their names, each with what it held before or may hold. */
export const unknownColumns = async (
  list: UploadList,
  file: File,
): Promise<readonly UnknownColumn[]> => {
  const names = await headerOf(list, file);
  const taken = new Set(names.map(list.fieldOf));
  const before = remembered(list);
  return names.flatMap((name, at) => {
    if (name === '' || list.fieldOf(name) !== null) return [];
    const likely = before[name] ?? list.guessOf(name) ?? '';
    const field = likely in list.fields && !taken.has(likely) ? likely : '';
    if (field !== '') taken.add(field);
    return [{ place: at + 1, name, field }];
  });
};
