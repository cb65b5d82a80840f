import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Transaction } from '../db/db.ts';
import type { ListedRow, ListFile } from './list-file.ts';
import type { Cell } from '../db/stored-fields.ts';
import type { ListImport } from './list-import.ts';

/**
 * The file as tables that live as long as the transaction. `import_rows` has all of its rows, also
 * those with problems: something of them may be another's duplicate.
 */
export const createStaging = async <Values extends object>(
  tx: Transaction,
  { columns: staged, tables = '' }: ListImport<Values>,
): Promise<void> => {
  const columns = staged.map(({ name, type }) => `${name} ${type}`);
  await tx.query(`
    create temporary table import_rows (
      row integer not null, shown jsonb, problems jsonb, ${columns.join(', ')}
    ) on commit drop;
    create temporary table import_problems (
      row integer not null, place integer, found boolean not null, header text, value text,
      reason text not null
    ) on commit drop;
    create temporary table import_changes (
      row integer not null, place integer not null, subject text, field text, before text, after text
    ) on commit drop;
    ${tables}`);
};

const special: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

// Not inside the function: each time a literal is met it is a new object, millions for a file.
const hasSpecial = /[\\\n\r\t]/;
const everySpecial = /[\\\n\r\t]/g;

/** A value in the text format of COPY. */
const cell = (value: Cell): string => {
  if (value === null || value === undefined) return '\\N';
  const text = String(value);
  return hasSpecial.test(text)
    ? text.replaceAll(everySpecial, (char) => special[char] ?? char)
    : text;
};

/** Fills `import_rows` and the problems that its records have by themselves; answers the rows. */
export const stageRows = async <Values extends object>(
  tx: Transaction,
  { columns }: ListImport<Values>,
  { header, rows: listed }: ListFile<Values>,
  signal: AbortSignal,
): Promise<number> => {
  // The same for every line: lists of a hundred thousand are ordinary.
  const cells: string[] = [];
  const line = ({ record, shown }: ListedRow<Values>): string => {
    const { row, values, problems } = record;
    cells[0] = String(row);
    cells[1] = cell(shown && JSON.stringify(shown));
    cells[2] = cell(problems.length > 0 ? JSON.stringify(problems) : null);
    let at = 3;
    for (const { field, of } of columns) {
      cells[at] = cell(of(values[field]));
      at += 1;
    }
    return cells.join('\t');
  };

  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const batch of listed) {
      signal.throwIfAborted();
      rows += batch.length;
      if (batch.length > 0) yield `${batch.map(line).join('\n')}\n`;
    }
  }
  const names = ['row', 'shown', 'problems', ...columns.map(({ name }) => name)].join(', ');
  await pipeline(lines, tx.client.query(copyFrom(`copy import_rows (${names}) from stdin`)));
  await tx.query(
    `insert into import_problems
     select import_rows.row, array_position($1::text[], problem->>'column'), false,
       problem->>'column', problem->>'value', problem->>'reason'
     from import_rows, jsonb_array_elements(problems) as problem
     where problems is not null`,
    [header.names],
  );
  return rows;
};
