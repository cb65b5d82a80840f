import {
  type AppliedBatch,
  type BatchPreview,
  type studentBatches,
  studentFileFields,
} from '@campus/contract';
import { CampusError, conflict, found, notFound } from '../../../campus-error.ts';
import { tableFile, templateColumns } from '../../../csv/table-file.ts';
import { countsInWords } from '../../../counts-in-words.ts';
import { describeAct } from '../../../db/acts.ts';
import type { Db } from '../../../db/db.ts';
import { actAs } from '../../../db/history.ts';
import { inLongTransaction } from '../../../db/transaction.ts';
import type { Call, Handler } from '../../../http/call.ts';
import { readPart } from '../../../http/pages.ts';
import { refuseObstacles } from '../../../http/refusals.ts';
import { streamFrom } from '../../../spool.ts';
import { lockRostersOf } from '../../subjects/index.ts';
import { duplicates } from '../records/change-record.ts';
import { exportedStudents } from '../records/export.queries.ts';
import type { StoredAction, Work } from './batch-action.ts';
import { rulesOf } from './batch-actions.ts';
import { leaveOutOf } from './dated-effects.ts';
import * as queries from './batches.queries.ts';

const firstOf = { changed: 5, skipped: 200 };

const noSuchBatch = () => notFound('There is no such preview any more. Look at it again.');

const textOf = (value: string | number | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

const previewOf = async (
  tx: Work['tx'],
  id: string,
  action: StoredAction,
): Promise<BatchPreview> => {
  const counts = await queries.countStudents(tx, id);
  const { optional, ...act } = rulesOf(action);
  const enrolments = await queries.countEnrolments(tx, id);
  const first = await queries.firstStudents(tx, id, false, firstOf.changed);
  const left = await queries.firstStudents(tx, id, true, firstOf.skipped);
  return {
    id,
    ...counts,
    enrolments: enrolments.map((one) => ({
      ...one,
      optional: optional === 'all' || (optional === 'begins' && one.begins > 0),
    })),
    first: first.map(({ before, reason: _reason, ...student }) => ({
      ...student,
      changes: Object.entries(act.after?.(action, before ?? {}) ?? {})
        .map(([field, to]) => ({ field, from: textOf(before?.[field]), to: textOf(to) }))
        .filter(({ from, to }) => from !== to),
    })),
    skippedStudents: left.map(({ before: _before, reason, ...student }) => ({
      ...student,
      reason: reason ?? '',
    })),
  };
};

export const previewBatch: Handler<typeof studentBatches.previewBatch> = ({
  campus,
  actor,
  body: { students, action },
}) =>
  inLongTransaction(campus.db, async (tx) => {
    await queries.removeOldPreviews(tx);
    await rulesOf(action).lock?.({ tx, action, students: [] }, 'shared');
    return previewOf(
      tx,
      await queries.insertBatch(tx, action, students, actor.id, campus.today()),
      action,
    );
  });

/** Locks a batch and its students, does the work and returns the batch. */
const withBatch = (
  {
    campus,
    actor,
    params: { batchId },
  }: Pick<Call<typeof studentBatches.applyBatch>, 'campus' | 'actor' | 'params'>,
  mode: 'shared' | 'exclusive',
  work: (work: Work, batch: NonNullable<Awaited<ReturnType<typeof queries.lockBatch>>>) => unknown,
): Promise<AppliedBatch> =>
  inLongTransaction(campus.db, duplicates, async (tx) => {
    const batch = found(await queries.lockBatch(tx, batchId), noSuchBatch);
    const { action, students } = batch;
    await rulesOf(action).lock?.({ tx, action, students }, mode);
    await queries.lockStudents(tx, students);
    await lockRostersOf(tx, students);
    await actAs(tx, actor.id);
    await work({ campus, tx, batchId, action, students, actorId: actor.id }, batch);
    return batchById(tx, batchId);
  });

export const applyBatch: Handler<typeof studentBatches.applyBatch> = (call) =>
  withBatch(call, 'shared', async (work, { applied }) => {
    const { tx, batchId, action, students } = work;
    const { apply, trail, optional } = rulesOf(action);
    const leaveOut = call.body?.leaveOut ?? [];
    if (applied) throw conflict('This was done already.');
    if (!apply) throw conflict('There is nothing to change: download the file instead.');
    if (students.length === 0) throw new CampusError('invalid', 'None of these students changes.');
    refuseObstacles(await queries.changedSince(work), 'Something has changed since this was shown');
    if (leaveOut.length > 0) {
      if (!optional) throw new CampusError('invalid', 'This act has no subjects to choose from.');
      await leaveOutOf(tx, batchId, leaveOut, optional);
    }
    await apply(work);
    await queries.markApplied(tx, batchId, students.length);
    describeAct({
      kind: trail,
      count: students.length,
      ...('subjectId' in action && { recordId: action.subjectId }),
    });
  });

export const undoBatch: Handler<typeof studentBatches.undoBatch> = (call) =>
  withBatch(call, 'exclusive', async (work, { applied, undone }) => {
    const { tx, batchId, action, actorId, students } = work;
    const { undo } = rulesOf(action);
    if (!applied) throw noSuchBatch();
    if (undone) throw conflict('This has been undone already.');
    if (!undo) throw conflict('Mails cannot be recalled.');
    refuseObstacles(
      await queries.writtenSince(work),
      'This cannot be undone: something was written since',
    );
    await undo.act(work);
    await queries.markUndone(tx, batchId, actorId);
    describeAct({ count: students.length, ...(undo.trail && { kind: undo.trail }) });
  });

type Listed = Awaited<ReturnType<ReturnType<typeof queries.appliedBatches>['rows']>>[number];

/** A note for an import: what undoing it means, or has meant, for people who have had their invitation. */
const noteOf = ({
  action,
  reached,
  waiting,
  undoneAt,
}: Pick<Listed, 'action' | 'reached' | 'waiting' | 'undoneAt'>): string | null => {
  if (action.kind !== 'import' || (reached === 0 && !waiting)) return null;
  const stays = `but ${action.of === 'students' ? 'withdrawn' : 'deactivated'}, since their link finds them.`;
  const of = `${reached.toLocaleString('en')} of them`;
  if (undoneAt !== null)
    return reached === 0 ? null : `${of} had been invited already and stay, ${stays}`;
  if (reached === 0)
    return `Invitations are being sent: undone, whoever has got one stays, ${stays}`;
  return `${of} ${reached === 1 ? 'has' : 'have'} been invited already: undone, they stay, ${stays}`;
};

const shown = ({ action, subject, reached, waiting, ...batch }: Listed): AppliedBatch => ({
  ...batch,
  what: rulesOf(action).inWords(
    action,
    countsInWords([[batch.changed, 'student']]),
    subject ?? 'a subject that was deleted',
  ),
  note: noteOf({ action, reached, waiting, undoneAt: batch.undoneAt }),
  canUndo: rulesOf(action).undo !== undefined && batch.undoneAt === null,
});

const batchById = async (db: Db, id: string): Promise<AppliedBatch> => {
  const [batch] = await queries.appliedBatches(db, { id }).rows({ limit: 1, after: undefined });
  return shown(found(batch, noSuchBatch));
};

export const listBatches: Handler<typeof studentBatches.listBatches> = ({
  campus,
  query: { of = 'students', ...query },
}) => {
  const { rows, total } = queries.appliedBatches(campus.db, { of });
  return readPart(query, { rows: async (part) => (await rows(part)).map(shown), total });
};

const columns = templateColumns(studentFileFields);

export const exportBatch: Handler<typeof studentBatches.exportBatch> = async (call) => {
  const { campus, params, query } = call;
  return streamFrom(campus.db, async (tx) => {
    found(await queries.lockBatch(tx, params.batchId), noSuchBatch);
    const list = { show: 'all', batchId: params.batchId, sort: 'name', order: 'asc' } as const;
    return tableFile(query.format, columns, exportedStudents(tx, list, campus.today()));
  });
};
