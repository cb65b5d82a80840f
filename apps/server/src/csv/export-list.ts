import { csvLine, type ListColumns } from '@campus/contract';
import { z } from 'zod';
import { integer, text } from '../db/db.ts';
import { createSpool, type Spool } from '../spool.ts';

export const byteOrderMark = '\uFEFF';

/** The header of a list as a file; the mark makes Excel read it as UTF-8. */
export const listHeader = <F extends string>({ fields, label }: ListColumns<F>): string =>
  byteOrderMark + csvLine(fields.map(label));

/** A row of a list as it is read for its file, by the names of the columns. */
export const exportedRow = <F extends string>({ fields }: ListColumns<F>) =>
  z.record(z.enum(fields), z.union([text, integer]).nullable());

/**
 * A list as a file that can be uploaded again, on the disk; the caller closes it.
 * `pages` has the rows by the names of the columns.
 */
export const exportList = async <F extends string>(
  columns: ListColumns<F>,
  pages: AsyncIterable<readonly Readonly<Record<F, string | number | null>>[]>,
): Promise<Spool> => {
  const file = await createSpool();
  try {
    await file.append(listHeader(columns));
    for await (const rows of pages)
      await file.append(
        rows.map((row) => csvLine(columns.fields.map((field) => row[field]))).join(''),
      );
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
};
