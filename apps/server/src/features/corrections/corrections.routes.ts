import { type Correction, corrections } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Call } from '../../http/call.ts';
import type { Mount } from '../../http/mount.ts';
import { describePage, readCursor, skippedBy } from '../../http/pages.ts';
import {
  countOfTeacher,
  countRequests,
  countUnseenOutcomes,
  listRequests,
  type Part,
  requestsOfTeacher,
} from './corrections.queries.ts';
import { markSeen, openOfStudent, requestCorrection } from './corrections.service.ts';
import { approve, refuse } from './decisions.service.ts';

interface Paging {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly page?: number | undefined;
}

const partOf = ({ limit, cursor, page }: Paging): Part => ({
  limit,
  after: readCursor(cursor)?.id,
  skip: skippedBy({ limit, page }),
});

/** Says in the headers what part of how many these are; the ids alone mark where it ends. */
const describePart = async (
  { request, reply }: Pick<Call<typeof corrections.listCorrections>, 'request' | 'reply'>,
  { limit, page, cursor }: Paging,
  rows: readonly Correction[],
  countAll: () => Promise<number>,
): Promise<void> => {
  const last = rows.at(-1);
  describePage(request, reply, {
    total: limit === undefined ? rows.length : await countAll(),
    next: last && rows.length === limit ? { value: null, id: last.id } : undefined,
  });
  if (limit !== undefined && page !== undefined && cursor === undefined)
    reply.header('x-page', page);
};

export const correctionsRoutes = (mount: Mount, campus: Campus): void => {
  mount(corrections.requestCorrection, ({ actor, body }) => requestCorrection(campus, actor, body));
  mount(corrections.ownCorrections, async ({ actor, query, ...call }) => {
    const rows = await requestsOfTeacher(campus.db, actor.id, partOf(query));
    await describePart(call, query, rows, () => countOfTeacher(campus.db, actor.id));
    return rows;
  });
  mount(corrections.countUnseen, ({ actor }) => countUnseenOutcomes(campus.db, actor.id));
  mount(corrections.markSeen, async ({ actor, body }) => {
    await markSeen(campus, actor, body.ids);
    return undefined;
  });
  mount(corrections.openOfStudent, ({ params }) => openOfStudent(campus, params.email));

  mount(corrections.listCorrections, async ({ query, ...call }) => {
    const { state = 'open', search } = query;
    const rows = await listRequests(campus.db, { state, search }, partOf(query));
    await describePart(call, query, rows, () => countRequests(campus.db, { state, search }));
    return rows;
  });
  mount(corrections.countOpen, () =>
    countRequests(campus.db, { state: 'open', search: undefined }),
  );
  mount(corrections.approveCorrection, ({ actor, params, body }) =>
    approve(campus, actor, params.id, body),
  );
  mount(corrections.refuseCorrection, ({ actor, params, body }) =>
    refuse(campus, actor, params.id, body.note),
  );
};
