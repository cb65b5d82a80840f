import { AsyncLocalStorage } from 'node:async_hooks';
import { type ActKind, actRecordOf, type Role } from '@campus/contract';
import type { Db, Transaction } from './db.ts';
import { changesMade } from './history.ts';

/** An entry of the audit trail: what was done, by whom and from where. */
export interface Act {
  readonly kind: ActKind;
  /** Null if nobody is signed in. */
  readonly personId: string | null;
  readonly role: Role | 'visitor' | 'operator' | 'campus';
  readonly requestId?: string;
  readonly address?: string;
  readonly browser?: string;
  /** The record the act is about, of the kind's record type; a person may be given by e-mail instead. */
  readonly recordId?: string | undefined;
  readonly recordEmail?: string | undefined;
  /** The record that contains this one, if any. */
  readonly within?: { readonly kind: string; readonly id: string } | undefined;
  /** How many records it concerns. */
  readonly count?: number;
}

/** For acts without a signed-in person. */
export const byOperator = { personId: null, role: 'operator' } as const;
export const byCampus = { personId: null, role: 'campus' } as const;

/** The current act; `recorded` once a transaction that records it was, or may have been, committed. */
interface CurrentAct {
  act: Act;
  recorded: boolean;
}

const currentAct = new AsyncLocalStorage<CurrentAct | undefined>();

/** Adds acts to the trail; `agoMs` is how many milliseconds ago each happened. */
export const recordActs = async (
  db: Db,
  recorded: readonly (Act & { readonly agoMs?: number })[],
): Promise<void> => {
  const [{ kind } = { kind: undefined }] = recorded;
  const changes = recorded.length === 1 && kind ? changesMade(kind) : undefined;
  await db.query({
    name: `acts of ${changes?.of ?? 'any'}`,
    text: `
      with entry as (
        insert into trail (at, kind, person_id, role, record_kind, record_id, request_id, address,
          browser, details)
        select clock_timestamp() - "agoMs" * interval '1 ms', kind, "personId", role, "recordKind",
          record.id, "requestId", address, browser,
          nullif(act.details || coalesce(changed.fields, '{}'), '{}')
        from jsonb_to_recordset($1) as act (kind text, "personId" bigint, role text,
          "recordKind" text, "recordId" bigint, "recordEmail" text, "requestId" text,
          address text, browser text, details jsonb, "agoMs" double precision)
        cross join lateral (
          select coalesce("recordId", (select id from people where email = "recordEmail")) as id
        ) as record
        left join lateral (
          select jsonb_build_object('changes', made) as fields
          from (select ${changes?.select ?? 'null::jsonb'} as made) as made where made is not null
        ) as changed on true
        returning id
      )
      insert into trail_pending select id from entry`,
    values: [
      JSON.stringify(
        recorded.map(({ count, within, ...act }) => ({
          agoMs: 0,
          ...act,
          recordKind: actRecordOf(act.kind),
          details: { count, within },
        })),
      ),
    ],
  });
};

/** Runs the work of an act; the first transaction it commits records the act in the trail. */
export const runInAct = async <T>(act: Act, work: () => Promise<T>) => {
  const open: CurrentAct = { act, recorded: false };
  return { result: await currentAct.run(open, work), recorded: open.recorded };
};

/** Runs work that only describes an act: the caller records it. */
export const describedIn = async <T>(act: Act, work: () => Promise<T>) => {
  const open: CurrentAct = { act, recorded: true };
  return { result: await currentAct.run(open, work), act: open.act };
};

/** Whether a transaction of the current act was, or may have been, committed. */
export const isActRecorded = (): boolean => currentAct.getStore()?.recorded === true;

/** Runs work within an act that is not part of it: its transactions do not record the act. */
export const runOutsideAct = <T>(work: () => T): T => currentAct.run(undefined, work);

/** Adds details to the current act; call it before its transaction commits. */
export const describeAct = (
  more: Partial<Pick<Act, 'kind' | 'personId' | 'role' | 'recordId' | 'within' | 'count'>>,
): void => {
  const open = currentAct.getStore();
  if (open) open.act = { ...open.act, ...more };
};

/** Nothing was done after all: the current act is not recorded. */
export const discardAct = (): void => {
  const open = currentAct.getStore();
  if (open) open.recorded = true;
};

/** Records the current act at the end of a transaction; call the returned function after the commit. */
export const recordCurrentAct = async (tx: Transaction): Promise<() => void> => {
  const open = currentAct.getStore();
  if (!open || open.recorded) return () => {};
  await recordActs(tx, [open.act]);
  return () => {
    open.recorded = true;
  };
};
