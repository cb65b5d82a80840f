import { corrections } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Call } from '../../http/call.ts';
import type { Mount } from '../../http/mount.ts';
import { answerPart } from '../../http/pages.ts';
import * as service from './corrections.service.ts';
import { approve, refuse } from './decisions.service.ts';

export const correctionsRoutes = (mount: Mount, campus: Campus): void => {
  /** The number of the page, where one was asked for by number. */
  const sayPage = ({
    query,
    reply,
  }: Pick<Call<typeof corrections.listCorrections>, 'query' | 'reply'>) => {
    const { limit, page, cursor } = query;
    if (limit !== undefined && page !== undefined && cursor === undefined)
      reply.header('x-page', page);
  };

  mount(corrections.requestCorrection, ({ actor, body }) =>
    service.requestCorrection(campus, actor, body),
  );
  mount(corrections.ownCorrections, (call) => {
    sayPage(call);
    return answerPart(call, call.query, {
      rows: ({ after, ...part }) =>
        service.requestsOfTeacher(campus.db, call.actor.id, { ...part, after: after?.id }),
      total: () => service.countOfTeacher(campus.db, call.actor.id),
    });
  });
  mount(corrections.countUnseen, ({ actor }) => service.countUnseenOutcomes(campus.db, actor.id));
  mount(corrections.markSeen, async ({ actor, body }) => {
    await service.markSeen(campus, actor, body.ids);
    return undefined;
  });
  mount(corrections.openOfStudent, ({ params }) => service.openOfStudent(campus, params.email));

  mount(corrections.listCorrections, (call) => {
    const { state = 'open', search } = call.query;
    sayPage(call);
    return answerPart(call, call.query, {
      rows: ({ after, ...part }) =>
        service.listRequests(campus.db, { state, search }, { ...part, after: after?.id }),
      total: () => service.countRequests(campus.db, { state, search }),
    });
  });
  mount(corrections.countOpen, () =>
    service.countRequests(campus.db, { state: 'open', search: undefined }),
  );
  mount(corrections.approveCorrection, ({ actor, params, body }) =>
    approve(campus, actor, params.id, body),
  );
  mount(corrections.refuseCorrection, ({ actor, params, body }) =>
    refuse(campus, actor, params.id, body.note),
  );
};
