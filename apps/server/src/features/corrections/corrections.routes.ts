import { corrections } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import { readPage } from '../../http/pages.ts';
import * as service from './corrections.service.ts';
import { approve, refuse } from './decisions.service.ts';

export const correctionsRoutes = (mount: Mount, campus: Campus): void => {
  mount(corrections.requestCorrection, ({ actor, body }) =>
    service.requestCorrection(campus, actor, body),
  );
  mount(corrections.ownCorrections, ({ actor, query }) =>
    readPage(query, {
      rows: ({ after, ...part }) =>
        service.requestsOfTeacher(campus.db, actor.id, { ...part, after: after?.id }),
      total: () => service.countOfTeacher(campus.db, actor.id),
    }),
  );
  mount(corrections.countUnseen, ({ actor }) => service.countUnseenOutcomes(campus.db, actor.id));
  mount(corrections.markSeen, ({ actor, body }) => service.markSeen(campus, actor, body.ids));
  mount(corrections.openOfStudent, ({ params }) => service.openOfStudent(campus, params.email));

  mount(corrections.listCorrections, ({ query }) => {
    const { state = 'open', search } = query;
    return readPage(query, {
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
