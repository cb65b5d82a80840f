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

/** A value in the text format of COPY. */
const cell = (value: Cell): string => {
  if (value === null || value === undefined) return '\\N';
  const text = String(value);
  return /[\\\n\r\t]/.test(text)
    ? text.replaceAll(/[\\\n\r\t]/g, (char) => special[char] ?? char)
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
  const line = ({ record, shown }: ListedPerson<Values>): string => {
    const { row, values, problems } = record;
    const cells = [
      row,
      shown && JSON.stringify(shown),
      problems.length > 0 ? JSON.stringify(problems) : null,
      ...columns.map(({ field, of }) => of(values[field])),
    ];
    return `${cells.map(cell).join('\t')}\n`;
  };

  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const batch of people) {
      signal.throwIfAborted();
      rows += batch.length;
      const text = batch.map(line).join('');
      if (text !== '') yield text;
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
