import { termClosing, terms } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { versionOf } from '../../http/if-match.ts';
import type { Mount } from '../../http/mount.ts';
import { closeTerm, planClosing } from './term-closing.service.ts';
import * as service from './terms.service.ts';

export const termsRoutes = (mount: Mount, campus: Campus): void => {
  mount(terms.listTerms, () => service.listTerms(campus.db));
  mount(terms.createTerm, ({ body }) => service.createTerm(campus, body));
  mount(terms.changeTerm, ({ actor, params, body, request }) =>
    service.changeTerm(campus, actor, params.termId, body, versionOf(request.headers['if-match'])),
  );
  mount(terms.openTerm, ({ params }) => service.openTerm(campus, params.termId));
  mount(terms.termSubjects, ({ params }) => service.termSubjects(campus, params.termId));
  mount(termClosing.closeTerm, ({ actor, params, query, body }) =>
    query.dryRun
      ? planClosing(campus, params.termId, body)
      : closeTerm(campus, actor, params.termId, body),
  );
};
