import type { BodyOf, Merged, Named, programmes, ReplyOf } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { CampusError, conflict, found } from '../../campus-error.ts';
import { countsInWords } from '../../counts-in-words.ts';
import type { TableColumns } from '../../csv/table-file.ts';
import { describeAct } from '../../db/acts.ts';
import type { Transaction } from '../../db/db.ts';
import { actAs } from '../../db/history.ts';
import { inLongTransaction, inTransaction } from '../../db/transaction.ts';
import type { Call, Handler } from '../../http/call.ts';
import { exportedTable } from '../../http/export-list.ts';
import { isStale } from '../../http/if-match.ts';
import { invalid } from '../../http/refusals.ts';
import { lockNamed, lockSpelled } from './locks.queries.ts';
import * as queries from './programmes.queries.ts';

type Kind = 'programme' | 'department';
type Body = BodyOf<typeof programmes.createDepartment> &
  Partial<BodyOf<typeof programmes.createProgramme>>;

export const listProgrammes: Handler<typeof programmes.listProgrammes> = ({ campus }) =>
  queries.listProgrammes(campus.db);

type Listed = ReplyOf<typeof programmes.listProgrammes>;
const ofName: TableColumns<Named> = [
  ['Name', 'text', ({ name }) => name],
  ['Formerly', 'text', ({ formerly }) => formerly.join('; ')],
  ['Confirmed', 'text', ({ confirmed }) => (confirmed ? 'yes' : 'no')],
];

export const exportProgrammes = exportedTable<
  typeof programmes.listProgrammes,
  Listed['programmes'][number]
>(listProgrammes, ({ programmes: rows, departments }) => {
  const departmentName = new Map(departments.map(({ id, name }) => [id, name]));
  return {
    rows,
    columns: [
      ...ofName,
      ['Code', 'text', (row) => row.code],
      ['Department', 'text', (row) => departmentName.get(row.departmentId ?? '') ?? null],
      ['Semesters', 'number', (row) => row.semesters],
      ['Branches', 'text', (row) => row.branches.map(({ name }) => name).join('; ')],
      ['Students', 'number', (row) => row.people],
    ],
  };
});

export const exportDepartments = exportedTable<
  typeof programmes.listProgrammes,
  Listed['departments'][number]
>(listProgrammes, ({ departments: rows }) => ({
  rows,
  columns: [
    ...ofName,
    ['Code', 'text', (row) => row.code],
    ['Teachers', 'number', (row) => row.people],
  ],
}));

const noSuch = (kind: Kind): string => `There is no such ${kind}.`;
const taken = (kind: Kind): string =>
  `There is a ${kind} with this name already. Merge the two instead.`;
const duplicates = (kind: Kind) => ({
  [`${kind}s_name`]: { field: 'name', message: taken(kind) },
  [`${kind}s_code`]: { field: 'code', message: `Another ${kind} has this code already.` },
});

/** Stores a locked one; its people, and the audiences that name it, follow. */
const store = async (
  tx: Transaction,
  kind: Kind,
  named: { readonly id: string; readonly name: string },
  { name, code, departmentId, semesters, branches }: Body,
  actorId: string,
): Promise<void> => {
  await actAs(tx, actorId);
  if (departmentId && !(await queries.departmentExists(tx, departmentId)))
    throw invalid('departmentId', noSuch('department'));
  const ofProgramme = { department_id: departmentId ?? null, semesters: semesters ?? null };
  await queries.storeNamed(tx, kind, named, { name, code, ...(branches && ofProgramme) });
  const renaming = { kind, into: { id: named.id, name }, others: [] };
  const { people } = await queries.respell(tx, renaming);
  if (branches) await queries.storeBranches(tx, named.id, branches);
  describeAct({ recordId: named.id, count: people });
};

const create = async (campus: Campus, kind: Kind, body: Body, actorId: string) =>
  inLongTransaction(campus.db, duplicates(kind), async (tx) => {
    // Those in the name come once its row is known.
    await lockSpelled(tx, kind, []);
    const id = await queries.insertNamed(tx, kind, body.name);
    const message = taken(kind);
    if (!id) throw new CampusError('duplicate', message, { details: [{ field: 'name', message }] });
    await lockSpelled(tx, kind, [id]);
    const [named] = await lockNamed(tx, kind, [id]);
    await store(tx, kind, found(named, noSuch(kind)), body, actorId);
    return { id };
  });

type Change = Pick<Call<typeof programmes.changeDepartment>, 'campus' | 'actor' | 'seen'>;

const change = (
  { campus, actor, body, seen }: Change & { readonly body: Body },
  kind: Kind,
  id: string,
) =>
  inLongTransaction(campus.db, duplicates(kind), async (tx) => {
    await lockSpelled(tx, kind, [id]);
    const [locked] = await lockNamed(tx, kind, [id]);
    const named = found(locked, noSuch(kind));
    if (isStale(seen, named.version))
      throw conflict(
        `Someone else has changed ${named.name} in the meantime. Nothing was overwritten.`,
      );
    await store(tx, kind, named, body, actor.id);
    return { id };
  });

const remove = (campus: Campus, kind: Kind, id: string) =>
  inTransaction(campus.db, async (tx) => {
    const [locked] = await lockNamed(tx, kind, [id]);
    const { name } = found(locked, noSuch(kind));
    const { people, programmes: within } = await queries.countIn(tx, kind, id);
    const standing = countsInWords([
      kind === 'programme' ? [people, 'student'] : [people, 'teacher'],
      [within, 'programme'],
    ]);
    if (standing) throw conflict(`${name} has ${standing}: it cannot be deleted.`);
    await queries.deleteNamed(tx, kind, id);
  });

export const createProgramme: Handler<typeof programmes.createProgramme> = (call) =>
  create(call.campus, 'programme', call.body, call.actor.id);
export const changeProgramme: Handler<typeof programmes.changeProgramme> = (call) =>
  change(call, 'programme', call.params.programmeId);
export const deleteProgramme: Handler<typeof programmes.deleteProgramme> = (call) =>
  remove(call.campus, 'programme', call.params.programmeId);
export const createDepartment: Handler<typeof programmes.createDepartment> = (call) =>
  create(call.campus, 'department', call.body, call.actor.id);
export const changeDepartment: Handler<typeof programmes.changeDepartment> = (call) =>
  change(call, 'department', call.params.departmentId);
export const deleteDepartment: Handler<typeof programmes.deleteDepartment> = (call) =>
  remove(call.campus, 'department', call.params.departmentId);

/** Locks all of them and determines what is merged into what. */
const prepare = async (tx: Transaction, body: BodyOf<typeof programmes.merge>) => {
  const { kind } = body;
  const others = [...new Set(body.others)].filter((id) => id !== body.into);
  if (others.length === 0) throw invalid('others', 'Choose at least two spellings');
  const named = await lockNamed(tx, kind, [body.into, ...others]);
  const into = named.find(({ id }) => id === body.into);
  if (!into || named.length <= others.length)
    throw conflict('One of these spellings is gone meanwhile. Look at the list again.');
  if (named.some(({ within }) => within !== into.within))
    throw invalid('others', 'Only branches of one programme can be merged');
  const names = named.filter(({ id }) => id !== into.id).map(({ name }) => name);
  return { merging: { kind, into, others }, said: { name: into.name, others: names } };
};

export const countMerge: Handler<typeof programmes.countMerge> = ({ campus, body }) =>
  inTransaction(campus.db, async (tx): Promise<Merged> => {
    const { merging, said } = await prepare(tx, body);
    return { ...said, ...(await queries.countMerge(tx, merging)) };
  });

export const merge: Handler<typeof programmes.merge> = ({ campus, actor, body }) =>
  inLongTransaction(campus.db, async (tx): Promise<Merged> => {
    await lockSpelled(tx, body.kind, [body.into, ...body.others]);
    const { merging, said } = await prepare(tx, body);
    await actAs(tx, actor.id);
    await queries.mergeNamed(tx, merging);
    const done = await queries.respell(tx, merging);
    if (body.kind === 'programme') await queries.deleteBranchesOf(tx, merging.others);
    describeAct({ count: done.people });
    return { ...said, ...done };
  });
