import { detectCsvDelimiter, detectCsvEncoding, firstCells, listColumns } from '@campus/contract';
import type { UploadList } from './upload-list.ts';

/** A column of a file whose name matches no field. */
export interface UnknownColumn {
  /** From 1. */
  readonly place: number;
  readonly name: string;
  /** The field it contains; blank while it is not used. */
  readonly field: string;
}

/** Key of the fields chosen for unknown columns, kept on this device for each kind of list. */
const keyOf = ({ store }: UploadList): string => `campus-columns:${store.path}`;

const remembered = (list: UploadList): Readonly<Record<string, string>> => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? '{}');
    return typeof kept === 'object' && kept ? { ...kept } : {};
  } catch {
    // Not ours, or truncated: ignore it.
    return {};
  }
};

export const rememberColumn = (list: UploadList, name: string, field: string): void => {
  try {
    localStorage.setItem(keyOf(list), JSON.stringify({ ...remembered(list), [name]: field }));
  } catch {
    // Without space on the device, the person is asked again next time.
  }
};

const headBytes = 64 * 1024;

/** The column names of a file. Empty if it is no CSV file or unreadable; the server then says so. */
const headerOf = async (
  isKnown: (name: string) => boolean,
  file: File,
): Promise<readonly string[]> => {
  try {
    const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
    const text = new TextDecoder(detectCsvEncoding(head) ?? 'utf-8').decode(head);
    const { delimiter, skip } = detectCsvDelimiter(text, isKnown);
    return firstCells(text.slice(skip), delimiter).map((name) => name.trim());
  } catch {
    return [];
  }
};

/** The columns with unknown names, each with the field chosen last time or a guess. */
export const unknownColumns = async (
  list: UploadList,
  file: File,
): Promise<readonly UnknownColumn[]> => {
  const { fieldOf } = listColumns(list.fields);
  const { guessOf } = listColumns(list.guessed ?? list.fields);
  const isKnown = (name: string): boolean => fieldOf(name) !== null;
  const names = await headerOf(isKnown, file);
  const taken = new Set<string | null>(names.map(fieldOf));
  const before = remembered(list);
  return names.flatMap((name, at) => {
    if (name === '' || isKnown(name)) return [];
    const likely = before[name] ?? guessOf(name) ?? '';
    const field = likely in list.fields && !taken.has(likely) ? likely : '';
    if (field !== '') taken.add(field);
    return [{ place: at + 1, name, field }];
  });
};
