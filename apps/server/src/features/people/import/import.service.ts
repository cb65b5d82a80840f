import { csvLine, type ImportReport, type ListHeader, problemsListed } from '@campus/contract';
import type pg from 'pg';
import type { Campus } from '../../../campus.ts';
import { actAsOn } from '../../../db/actor.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { CampusError } from '../../../http/campus-error.ts';
import { createSpool, type Spool } from '../../../http/spool.ts';
import { inviteNewPeople } from '../../accounts/index.ts';
import type { ImportedList } from './imported-list.ts';
import { openPeopleFile } from './people-file.ts';
import {
  countProblems,
  everyProblem,
  type ExistingRows,
  findProblems,
  firstProblems,
  forgetFoundProblems,
} from './problems.queries.ts';
import { countOutcomes, firstChanges, previewRows } from './report.queries.ts';
import { createStaging, stagePeople } from './staging.queries.ts';
import { applyChanges, findChanges, insertNewPeople, listNewPeople } from './store.queries.ts';

export interface Import {
  readonly content: Spool;
  readonly existing: ExistingRows;
  /** Who uploads it: the history of whoever it changes says so. */
  readonly actorId: string;
  /** Aborted when the client went away: then nothing is stored. */
  readonly signal: AbortSignal;
}

/** Rows of a preview: enough to look at. */
const previewed = 200;
/** Imports store one after another, so that the same file twice at once is stored once. */
const storingLock = 5_418_207;
/** How often the rows are looked at again when somebody else adds the same person meanwhile. */
const attempts = 3;

interface Staged {
  readonly tx: pg.PoolClient;
  readonly header: ListHeader<string>;
  readonly rows: number;
}

/** Reads the file into staging tables, in a transaction that ends with `work`. */
const withStaging = async <Values extends object, T>(
  campus: Campus,
  list: ImportedList<Values>,
  { content, signal }: Import,
  work: (staged: Staged) => Promise<T>,
): Promise<T> => {
  const file = await openPeopleFile(list, content, campus.today());
  return inTransaction(campus.pool, async (tx) => {
    await createStaging(tx, list);
    const rows = await stagePeople(tx, list, file, signal);
    const result = await work({ tx, header: file.header, rows });
    signal.throwIfAborted();
    return result;
  });
};

const refuseProblems = async (tx: pg.ClientBase): Promise<void> => {
  const { problems, rows } = await countProblems(tx);
  if (rows === 0) return;
  const details = await firstProblems(tx, problemsListed);
  const need = rows === 1 ? '1 row needs a fix' : `${rows.toLocaleString('en')} rows need a fix`;
  const more = problems - details.length;
  const unlisted =
    more > 0 ? ` ${more.toLocaleString('en')} more problems are not listed here.` : '';
  throw new CampusError('rows_invalid', `${need}. Nothing was stored.${unlisted}`, { details });
};

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505';

const store = async <Values extends object>(
  tx: pg.ClientBase,
  list: ImportedList<Values>,
  { existing, signal }: Import,
  today: string,
): Promise<number> => {
  let updated = 0;
  if (existing === 'update') {
    await findChanges(tx, list);
    updated = await applyChanges(tx, list);
  }
  signal.throwIfAborted();
  const created = await listNewPeople(tx, list, Number(today.slice(0, 4)));
  await insertNewPeople(tx, list);
  signal.throwIfAborted();
  await list.welcome(tx, today);
  await inviteNewPeople(tx);
  return created + updated;
};

/**
 * Stores everybody of the file or, while any row has a problem, nobody (422 `rows_invalid`).
 * Answers how many were created or changed.
 */
export const importPeople = <Values extends object>(
  campus: Campus,
  list: ImportedList<Values>,
  file: Import,
): Promise<number> =>
  withStaging(campus, list, file, async ({ tx, header }) => {
    await tx.query('select pg_advisory_xact_lock($1)', [storingLock]);
    await actAsOn(tx, file.actorId);
    for (let attempt = 1; ; attempt += 1) {
      await findProblems(tx, list, header, file.existing);
      await refuseProblems(tx);
      await tx.query('savepoint storing');
      try {
        return await store(tx, list, file, campus.today());
      } catch (error) {
        // Somebody added one of these people by hand since we looked: look again.
        if (!isUniqueViolation(error) || attempt === attempts) throw error;
        await tx.query('rollback to savepoint storing');
        await forgetFoundProblems(tx);
      }
    }
  });

/** What the file would do; stores nothing. Waits for an import that is being stored. */
export const previewImport = <Values extends object>(
  campus: Campus,
  list: ImportedList<Values>,
  file: Import,
): Promise<ImportReport> =>
  withStaging(campus, list, file, async ({ tx, header, rows }) => {
    // Whoever gave up an import and looks again sees how it ended.
    await tx.query('select pg_advisory_xact_lock_shared($1)', [storingLock]);
    await findProblems(tx, list, header, file.existing);
    if (file.existing === 'update') await findChanges(tx, list);
    const bad = await countProblems(tx);
    const { existing, changed, changes } = await countOutcomes(tx);
    const ready = rows - bad.rows;
    const problems = await firstProblems(tx, problemsListed);
    const listedChanges = await firstChanges(tx, problemsListed);
    return {
      rows,
      ready,
      problemRows: bad.rows,
      create: ready - existing,
      update: changed,
      skip: existing - changed,
      unknownColumns: [...header.unknown],
      problems,
      moreProblems: bad.problems - problems.length,
      changes: listedChanges,
      moreChanges: changes - listedChanges.length,
      preview: await previewRows(tx, list, previewed),
    };
  });

const byteOrderMark = '\uFEFF';

/** Every problem of the file as CSV, on the disk; the caller closes it. */
export const listImportProblems = async <Values extends object>(
  campus: Campus,
  list: ImportedList<Values>,
  file: Import,
): Promise<Spool> => {
  const written = await createSpool();
  try {
    await written.append(byteOrderMark + csvLine(['Row', 'Column', 'Value', 'Problem']));
    await withStaging(campus, list, file, async ({ tx, header }) => {
      await findProblems(tx, list, header, file.existing);
      for await (const problems of everyProblem(tx)) {
        const lines = problems.map(({ row, column, value, reason }) =>
          csvLine([row, column, value, reason]),
        );
        await written.append(lines.join(''));
      }
    });
    return written;
  } catch (error) {
    await written.close();
    throw error;
  }
};

/** The header of a file that can be uploaded; the mark makes Excel read it as UTF-8. */
export const importTemplate = <Values extends object>({ records }: ImportedList<Values>): string =>
  byteOrderMark + csvLine(records.columns.fields.map(records.columns.label));
