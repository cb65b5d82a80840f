import {
  columnLabel,
  csvLine,
  type ImportReport,
  problemsListed,
  type StudentHeader,
  studentColumns,
} from '@campus/contract';
import type pg from 'pg';
import type { Campus } from '../../../campus.ts';
import { actAsOn } from '../../../db/actor.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { CampusError } from '../../../http/campus-error.ts';
import { createSpool, type Spool } from '../../../http/spool.ts';
import { inviteNewStudents } from '../../accounts/index.ts';
import { enrolNewStudents } from '../../subjects/index.ts';
import { openClassList } from './class-list.ts';
import {
  countProblems,
  everyProblem,
  type ExistingRows,
  findProblems,
  firstProblems,
  forgetFoundProblems,
} from './problems.queries.ts';
import { countOutcomes, firstChanges, previewRows } from './report.queries.ts';
import { createStaging, stageStudents } from './staging.queries.ts';
import { applyChanges, findChanges, insertNewStudents, listNewStudents } from './store.queries.ts';

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
  readonly header: StudentHeader;
  readonly rows: number;
}

/** Reads the file into staging tables, in a transaction that ends with `work`. */
const withStaging = async <T>(
  campus: Campus,
  { content, signal }: Import,
  work: (staged: Staged) => Promise<T>,
): Promise<T> => {
  const list = await openClassList(content, campus.today());
  return inTransaction(campus.pool, async (tx) => {
    await createStaging(tx);
    const rows = await stageStudents(tx, list, signal);
    const result = await work({ tx, header: list.header, rows });
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

const store = async ({ tx }: Staged, existing: ExistingRows, today: string): Promise<number> => {
  let updated = 0;
  if (existing === 'update') {
    await findChanges(tx);
    updated = await applyChanges(tx);
  }
  const created = await listNewStudents(tx, Number(today.slice(0, 4)));
  await insertNewStudents(tx);
  await enrolNewStudents(tx, today);
  await inviteNewStudents(tx);
  return created + updated;
};

/**
 * Stores every student of the file or, while any row has a problem, nobody (422 `rows_invalid`).
 * Answers how many were created or changed.
 */
export const importStudents = (campus: Campus, file: Import): Promise<number> =>
  withStaging(campus, file, async (staged) => {
    const { tx, header } = staged;
    await tx.query('select pg_advisory_xact_lock($1)', [storingLock]);
    await actAsOn(tx, file.actorId);
    for (let attempt = 1; ; attempt += 1) {
      await findProblems(tx, header, file.existing);
      await refuseProblems(tx);
      await tx.query('savepoint storing');
      try {
        return await store(staged, file.existing, campus.today());
      } catch (error) {
        // Somebody added one of these people by hand since we looked: look again.
        if (!isUniqueViolation(error) || attempt === attempts) throw error;
        await tx.query('rollback to savepoint storing');
        await forgetFoundProblems(tx);
      }
    }
  });

/** What the file would do; stores nothing. */
export const previewImport = (campus: Campus, file: Import): Promise<ImportReport> =>
  withStaging(campus, file, async ({ tx, header, rows }) => {
    await findProblems(tx, header, file.existing);
    if (file.existing === 'update') await findChanges(tx);
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
      preview: await previewRows(tx, previewed),
    };
  });

const byteOrderMark = '\uFEFF';

/** Every problem of the file as CSV, on the disk; the caller closes it. */
export const listImportProblems = async (campus: Campus, file: Import): Promise<Spool> => {
  const list = await createSpool();
  try {
    await list.append(byteOrderMark + csvLine(['Row', 'Column', 'Value', 'Problem']));
    await withStaging(campus, file, async ({ tx, header }) => {
      await findProblems(tx, header, file.existing);
      for await (const problems of everyProblem(tx)) {
        const lines = problems.map(({ row, column, value, reason }) =>
          csvLine([row, column, value, reason]),
        );
        await list.append(lines.join(''));
      }
    });
    return list;
  } catch (error) {
    await list.close();
    throw error;
  }
};

/** The header of a file that can be uploaded; the mark makes Excel read it as UTF-8. */
export const importTemplate = (): string =>
  byteOrderMark + csvLine(studentColumns.map(columnLabel));
