import {
  type CellsOf,
  type comparedTotalFields,
  mayCall,
  moveIn,
  type MoveInKind,
  moveInKinds,
  type MoveInReport,
} from '@campus/contract';
import { conflict, forbidden, found, notFound } from '../../campus-error.ts';
import type { ListImport } from '../../csv/list-import.ts';
import { tableFile, templateColumns } from '../../csv/table-file.ts';
import { describeAct } from '../../db/acts.ts';
import { actAs } from '../../db/history.ts';
import { locks } from '../../db/locks.ts';
import { inLongTransaction } from '../../db/transaction.ts';
import type { Actor, Call, Handler } from '../../http/call.ts';
import { importOf, readingOf } from '../../http/import-routes.ts';
import { readPart } from '../../http/pages.ts';
import { refuseObstacles } from '../../http/refusals.ts';
import { streamFrom } from '../../spool.ts';
import { exportedRecords } from './export.queries.ts';
import * as queries from './batch.queries.ts';
import { departmentsKind } from './departments.kind.ts';
import { enrolmentsKind } from './enrolments.kind.ts';
import { examsKind } from './exams.kind.ts';
import { helpersKind } from './helpers.kind.ts';
import { countStored, type Kind, kindImport, type StoredKind } from './kind.ts';
import { pastMarksImport, pastMarksKind } from './past-marks.kind.ts';
import { openingBalancesKind } from './opening-balances.kind.ts';
import { pastResultsKind } from './past-results.kind.ts';
import { programmesKind } from './programmes.kind.ts';
import { subjectsKind } from './subjects.kind.ts';
import { termsKind } from './terms.kind.ts';
import { comparedTotals } from './totals.ts';

type Unread = 'records' | 'shown' | 'subject';
const kinds: Readonly<Record<MoveInKind, Omit<Kind, Unread> | Omit<StoredKind, Unread>>> = {
  departments: departmentsKind,
  programmes: programmesKind,
  terms: termsKind,
  subjects: subjectsKind,
  enrolments: enrolmentsKind,
  helpers: helpersKind,
  'past-marks': pastMarksKind,
  'opening-balances': openingBalancesKind,
  exams: examsKind,
  'past-results': pastResultsKind,
};

const fileOf = <Values extends object>(list: ListImport<Values>) =>
  importOf<MoveInReport, Values>(list);

export const departments = fileOf(kindImport(departmentsKind));
export const programmes = fileOf(kindImport(programmesKind));
export const terms = fileOf(kindImport(termsKind));
export const subjects = fileOf(kindImport(subjectsKind));
export const enrolments = fileOf(kindImport(enrolmentsKind));
export const helpers = fileOf(kindImport(helpersKind));
export const pastMarks = fileOf(pastMarksImport);
export const openingBalances = fileOf(kindImport(openingBalancesKind));
export const exams = fileOf(kindImport(examsKind));
export const pastResults = fileOf(kindImport(pastResultsKind));
export const totals = readingOf<MoveInReport, CellsOf<typeof comparedTotalFields>>(comparedTotals);

export const readMoveIn: Handler<typeof moveIn.readMoveIn> = ({ campus }) =>
  Promise.all(
    moveInKinds.map(async (kind) => ({
      kind,
      stored: await countStored(campus.db, kinds[kind]),
    })),
  );

/** Refuses a kind that belongs to another duty. */
const requireKind = (method: 'GET' | 'POST', kind: MoveInKind, actor: Actor): void => {
  if (!mayCall({ method, access: moveIn.kindAccess[kind] }, actor)) throw forbidden();
};

/** Exports all records of a kind in the format of its import file. */
const exported = (
  {
    campus,
    actor,
    query: { kind },
  }: Pick<Call<typeof moveIn.moveOutInParts>, 'campus' | 'actor' | 'query'>,
  format: Parameters<typeof tableFile>[0],
) => {
  requireKind('GET', kind, actor);
  return streamFrom(campus.db, (tx) => {
    const { listed, pages } = exportedRecords(tx, kinds[kind]);
    return tableFile(format, templateColumns(listed), pages);
  });
};

export const moveOut: Handler<typeof moveIn.moveOut> = (call) => exported(call, call.query.format);

export const moveOutInParts: Handler<typeof moveIn.moveOutInParts> = (call) =>
  exported(call, 'parts');

export const listMoveIns: Handler<typeof moveIn.listMoveIns> = ({ campus, query }) =>
  readPart(query, queries.batches(campus.db));

const noSuchBatch = () => notFound('There is no such batch.');

const enrolledSince = 'This cannot be undone: a student was enrolled on these days since.';

/** What can prevent restoring former values although no record of the batch has changed. */
const taken = {
  enrolments_do_not_overlap: enrolledSince,
  enrolments_one_open: enrolledSince,
  enrolments_subject_id_student_id_from_on_key: enrolledSince,
  departments_code: 'This cannot be undone: another department has one of the codes since.',
  programmes_code: 'This cannot be undone: another programme has one of the codes since.',
  subject_teachers_once:
    'This cannot be undone: somebody teaches a subject beside its teacher from the same day on since.',
  subjects_code_in_term: 'This cannot be undone: another subject has one of the codes since.',
  terms_do_not_overlap: 'This cannot be undone: another term has some of the days since.',
  terms_name_key: 'This cannot be undone: another term has one of the names since.',
};

export const undoMoveIn: Handler<typeof moveIn.undoMoveIn> = ({ campus, actor, params }) =>
  inLongTransaction(campus.db, taken, async (tx) => {
    const { batchId } = params;
    await tx.query('select pg_advisory_xact_lock($1)', [locks.moveIn]);
    const { kind: name, undoneBy } = found(await queries.lockBatch(tx, batchId), noSuchBatch);
    requireKind('POST', name, actor);
    if (undoneBy) throw conflict('This has been undone already.');
    const kind = kinds[name];
    if (!('remove' in kind))
      throw conflict(
        'Marks are never deleted. Move in a file with the right marks instead: it changes them, and their history stays.',
      );
    await kind.lockReferences(tx);
    await kind.lockBatchRecords?.(tx, batchId);
    await actAs(tx, actor.id);
    const written = await queries.writtenSince(tx, batchId, kind);
    refuseObstacles(written, 'This cannot be undone: something was written since');
    await queries.forgetForeignIds(tx, batchId);
    await kind.remove(tx, batchId);
    await kind.restore(tx, batchId);
    await queries.markUndone(tx, batchId, actor.id);
    const [batch] = await queries.batches(tx, batchId).rows({ limit: 1, after: undefined });
    const undone = found(batch, noSuchBatch);
    describeAct({ count: undone.created + undone.changed });
    return undone;
  });
