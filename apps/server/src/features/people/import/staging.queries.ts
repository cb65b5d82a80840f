import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Cell, columnsOf, type ImportedList } from './imported-list.ts';
import type { ListedPerson, PeopleFile } from './people-file.ts';

/**
 * The file as tables that live as long as the transaction. `people_import` has a row for everybody
 * of the file, also those with problems: their e-mail may be somebody's duplicate. `new_people` gets
 * those who are stored as new.
 */
export const createStaging = async <Values extends object>(
  tx: pg.ClientBase,
  { stored }: ImportedList<Values>,
): Promise<void> => {
  const columns = columnsOf(stored).map(({ name, type }) => `${name} ${type}`);
  await tx.query(`
    create temporary table people_import (
      row integer not null, shown jsonb, problems jsonb, ${columns.join(', ')}
    ) on commit drop;
    create temporary table people_import_problems (
      row integer not null, place integer, found boolean not null, header text, value text,
      reason text not null
    ) on commit drop;
    create temporary table people_import_changes (
      row integer not null, place integer not null, email text, field text, before text, after text
    ) on commit drop;
    create temporary table new_people (
      row integer not null, person_id bigint not null, univ_id text not null,
      generated boolean not null
    ) on commit drop`);
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

/** Fills `people_import` and the problems that the records have by themselves; answers the rows. */
export const stagePeople = async <Values extends object>(
  tx: pg.ClientBase,
  { stored }: ImportedList<Values>,
  { header, people }: PeopleFile<Values>,
  signal: AbortSignal,
): Promise<number> => {
  const columns = columnsOf(stored);
  // The same for every line: lists of a hundred thousand are ordinary.
  const cells: string[] = [];
  const line = ({ record, shown }: ListedPerson<Values>): string => {
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
    for await (const batch of people) {
      signal.throwIfAborted();
      rows += batch.length;
      if (batch.length > 0) yield `${batch.map(line).join('\n')}\n`;
    }
  }
  const names = ['row', 'shown', 'problems', ...columns.map(({ name }) => name)].join(', ');
  await pipeline(lines, tx.query(copyFrom(`copy people_import (${names}) from stdin`)));
  await tx.query(
    `insert into people_import_problems
     select people_import.row, array_position($1::text[], problem->>'column'), false,
       problem->>'column', problem->>'value', problem->>'reason'
     from people_import, jsonb_array_elements(problems) as problem
     where problems is not null`,
    [header.names],
  );
  return rows;
};
