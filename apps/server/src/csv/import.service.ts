import {
  type DayOrder,
  type DaysOfFile,
  type ListReport,
  problemsListed,
  type QueryOf,
  type RowProblem,
  type SpellingHint,
  type studentImport,
} from '@campus/contract';
import type { Campus } from '../campus.ts';
import { describeAct } from '../db/acts.ts';
import { actAs } from '../db/history.ts';
import type { Transaction } from '../db/db.ts';
import { inLongTransaction, isDatabaseError, type Refusals } from '../db/transaction.ts';
import { CampusError, conflict } from '../campus-error.ts';
import type { Spool } from '../spool.ts';
import { listHeader, tableFile, type TableColumns } from './table-file.ts';
import { openListFile } from './list-file.ts';
import type { Importing, ListImport, ListReading } from './list-import.ts';
import * as queries from './import.queries.ts';

export interface Import extends Pick<Importing, 'existing' | 'actorId' | 'invite' | 'signal'> {
  readonly content: Spool;
  readonly days?: DayOrder | undefined;
  /** The fields of columns, by their positions from 1. */
  readonly columns?: ReadonlyMap<number, string> | undefined;
  /** The number of changes that the sender has confirmed. */
  readonly confirm?: number | undefined;
  /** The accepted spelling hints, as `field.value`. */
  readonly spellings?: ReadonlySet<string>;
}

const maxPreviewRows = 200;
/** How often to try storing when somebody else adds the same records meanwhile. */
const attempts = 3;

interface Staged extends Importing {
  readonly rows: number;
  readonly days: DaysOfFile;
  readonly hints: readonly SpellingHint[];
}

/** Reads the file into staging tables and runs `work` in the same transaction. */
const withStaging = async <Values extends object, T>(
  campus: Campus,
  list: ListReading<Values>,
  {
    content,
    existing,
    actorId,
    invite,
    signal,
    days: said,
    columns: mapped,
    spellings = new Set(),
    dryRun = true,
    refusals = {},
  }: Import & { readonly dryRun?: boolean; readonly refusals?: Refusals },
  work: (staged: Staged) => Promise<T>,
): Promise<T> => {
  const today = campus.today();
  const keys = existing === 'update' ? list.keys : undefined;
  const daysBy = (order: DayOrder | undefined): DaysOfFile => ({
    order,
    proven: new Set(),
    unclear: false,
  });
  let days = daysBy(said);
  let file = await openListFile(list, content, today, { days, keys, mapped });
  return inLongTransaction(campus.db, refusals, async (tx) => {
    await queries.createStaging(tx, list);
    let rows = await queries.stageRows(tx, list, file, signal);
    // A later row may prove the order of day and month for earlier ones.
    if (said === undefined && days.unclear && days.proven.size === 1) {
      await queries.emptyStaging(tx);
      days = daysBy([...days.proven][0]);
      file = await openListFile(list, content, today, { days, keys, mapped });
      rows = await queries.stageRows(tx, list, file, signal);
    }
    const { header } = file;
    const hints = (await list.respell?.({ tx, header }, spellings)) ?? [];
    const given = { tx, header, existing, actorId, today, invite, dryRun, signal };
    const result = await work({ ...given, rows, days, hints });
    signal.throwIfAborted();
    return result;
  });
};

const refuseProblems = async (tx: Transaction): Promise<void> => {
  const { problems, rows } = await queries.countProblems(tx);
  if (rows === 0) return;
  const details = await queries.firstProblems(tx, problemsListed);
  const need = rows === 1 ? '1 row needs a fix' : `${rows.toLocaleString('en')} rows need a fix`;
  const more = problems - details.length;
  const unlisted =
    more > 0 ? ` ${more.toLocaleString('en')} more problems are not listed here.` : '';
  throw new CampusError('rows_invalid', `${need}. Nothing was stored.${unlisted}`, { details });
};

/** Whether somebody else may have added the same meanwhile. */
const isRace = (error: unknown, refusals: Refusals): boolean =>
  isDatabaseError(error) && error.code === '23505' && !((error.constraint ?? '') in refusals);

/** The number of changes if it must be confirmed: more than a tenth of what is stored, on lists with `confirmed`. */
const toConfirm = async <Values extends object>(
  { confirmed }: ListReading<Values>,
  tx: Transaction,
  changed: number,
): Promise<number | undefined> => {
  if (confirmed === undefined || changed === 0) return undefined;
  return changed * 10 > (await confirmed(tx)) ? changed : undefined;
};

const store = async <Values extends object>(
  list: ListImport<Values>,
  importing: Importing,
  { confirm }: Pick<Import, 'confirm'>,
) => {
  let updated = 0;
  if (importing.existing === 'update') {
    await queries.insertChanges(importing.tx, list);
    const { changed } = await queries.countOutcomes(importing.tx, list);
    const needed = await toConfirm(list, importing.tx, changed);
    const unasked = list.confirmOptional && confirm === undefined;
    if (needed !== undefined && needed !== confirm && !unasked)
      throw conflict(
        `This changes ${needed.toLocaleString('en')} ${list.plural}, more than a tenth of all. Type the number ${needed} to go on. Nothing was stored.`,
        'confirm',
      );
    updated = await list.applyChanges(importing);
  }
  importing.signal.throwIfAborted();
  return updated + (await list.storeNew(importing));
};

/**
 * Stores every row of the file or, if any row has a problem, none (422 `rows_invalid`).
 * Returns how many records were created or changed.
 */
export const importList = <Values extends object>(
  campus: Campus,
  list: ListImport<Values>,
  file: Import,
): Promise<number> => {
  const { refusals = {} } = list;
  return withStaging(campus, list, { ...file, dryRun: false, refusals }, async (importing) => {
    const { tx } = importing;
    // So that a file uploaded twice at once is stored once.
    await tx.query('select pg_advisory_xact_lock($1)', [list.lock]);
    await list.lockReferences?.(tx);
    await actAs(tx, file.actorId);
    for (let attempt = 1; ; attempt += 1) {
      await list.findProblems(importing);
      await refuseProblems(tx);
      await tx.query('savepoint storing');
      try {
        const count = await store(list, importing, file);
        describeAct({ count });
        return count;
      } catch (error) {
        // Somebody has just added one of these by hand: find problems again.
        if (!isRace(error, refusals)) throw error;
        if (attempt === attempts)
          throw new CampusError(
            'conflict',
            'These rows give to one record what another has, or somebody adds the same right now. Nothing was stored.',
            { cause: error },
          );
        await tx.query('rollback to savepoint storing');
        await queries.forgetFoundProblems(tx);
      }
    }
  });
};

/** Reports what the file would change; stores nothing. Waits for an import of the list that is being stored. */
export const previewImport = <Values extends object>(
  campus: Campus,
  list: ListReading<Values>,
  file: Import,
): Promise<ListReport> =>
  withStaging(campus, list, file, async (importing) => {
    const { tx, header, rows, days, hints } = importing;
    // Whoever cancelled an import and tries again sees how it ended.
    await tx.query('select pg_advisory_xact_lock_shared($1)', [list.lock]);
    await list.findProblems(importing);
    if (file.existing === 'update') await queries.insertChanges(tx, list);
    const bad = await queries.countProblems(tx);
    const { existing, changed, changes } = await queries.countOutcomes(tx, list);
    const confirm = await toConfirm(list, tx, changed);
    const ready = rows - bad.rows;
    const problems = await queries.firstProblems(tx, problemsListed);
    const listedChanges = await queries.firstChanges(tx, list, problemsListed);
    if (list.comparing)
      describeAct({
        kind: list.comparing,
        count: new Set(listedChanges.map(({ row }) => row)).size,
      });
    return {
      rows,
      ready,
      problemRows: bad.rows,
      create: ready - existing,
      update: changed,
      skip: file.existing === 'update' ? 0 : existing - changed,
      unchanged: file.existing === 'update' ? existing - changed : 0,
      daysUnclear: days.unclear && days.proven.size !== 1,
      unknownColumns: [...header.unknown],
      hints: [...hints],
      problems,
      moreProblems: bad.problems - problems.length,
      changes: listedChanges,
      moreChanges: changes - listedChanges.length,
      // A file that only adds people lists nobody else.
      ...(list.absent &&
        [list.existing, file.existing].includes('update') && {
          absent: await queries.readAbsent(tx, list.absent),
        }),
      ...(confirm !== undefined && { confirm }),
      ...(list.invited && {
        invited: await queries.countNew(tx, list, list.invited(importing.today)),
      }),
      preview: await queries.previewRows(importing, list, maxPreviewRows),
    };
  });

/** Writes what was found in the file to a spool, which the caller closes. */
const written = async <Values extends object>(
  campus: Campus,
  list: ListReading<Values>,
  file: Import,
  write: (importing: Importing) => Promise<Spool>,
): Promise<Spool> => {
  let spool: Spool | undefined;
  try {
    return await withStaging(campus, list, file, async (importing) => {
      await list.findProblems(importing);
      return (spool = await write(importing));
    });
  } catch (error) {
    await spool?.close();
    throw error;
  }
};

const problemColumns: TableColumns<RowProblem> = [
  ['Row', 'number', ({ row }) => row],
  ['Column', 'text', ({ column }) => column],
  ['Value', 'text', ({ value }) => value],
  ['Problem', 'text', ({ reason }) => reason],
];

/** Every problem of the file as CSV. */
export const listImportProblems = <Values extends object>(
  campus: Campus,
  list: ListReading<Values>,
  file: Import,
): Promise<Spool> =>
  written(campus, list, file, ({ tx }) =>
    tableFile('csv', problemColumns, queries.everyProblem(tx)),
  );

/** Every change of a dry run, or every stored record that is absent from the file. */
export const listImportDifferences = <Values extends object>(
  campus: Campus,
  list: ListReading<Values>,
  file: Import,
  { part, format }: QueryOf<typeof studentImport.differences>,
): Promise<Spool> =>
  written(campus, list, file, async ({ tx }) => {
    const { absent = 'select null as name where false', subject, records } = list;
    if (part === 'absent')
      return tableFile(
        format,
        [['In Campus and not in the file', 'text', ({ name }) => name]],
        queries.everyAbsent(tx, list.absentInFile ?? absent),
      );
    if (file.existing === 'update') await queries.insertChanges(tx, list);
    const { fields, label } = records.columns;
    const labelOf = (name: string) => {
      const field = fields.find((one) => one === name);
      return field ? label(field) : name;
    };
    return tableFile(
      format,
      [
        ['Row', 'number', ({ row }) => row],
        ['Record', 'text', (change) => change[subject] as string],
        ['Field', 'text', ({ field }) => labelOf(field)],
        ['In Campus', 'text', ({ from }) => from],
        ['In the file', 'text', ({ to }) => to],
      ],
      queries.everyChange(tx, list),
    );
  });

/** A CSV with the header only, to be filled in and uploaded. */
export const importTemplate = <Values extends object>({
  records: { columns },
  template = columns.fields.map(columns.label),
}: ListReading<Values>): string => listHeader(template);
