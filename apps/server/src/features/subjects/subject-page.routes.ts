import { subjectPage } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { versionOf } from '../../http/if-match.ts';
import type { Mount } from '../../http/mount.ts';
import { answerPart } from '../../http/pages.ts';
import * as enrolments from './enrolments.service.ts';
import { changeSubject, readSubject } from './subject-page.service.ts';

export const subjectPageRoutes = (mount: Mount, campus: Campus): void => {
  mount(subjectPage.readSubject, ({ params }) => readSubject(campus, params.subjectId));
  mount(subjectPage.changeSubject, ({ actor, params, body, request }) =>
    changeSubject(campus, actor, params.subjectId, body, versionOf(request.headers['if-match'])),
  );
  mount(subjectPage.listSubjectEnrolments, async ({ params, query, ...call }) => {
    const { search, show = 'all' } = query;
    const { id: subjectId, term } = await readSubject(campus, params.subjectId);
    // In a closed term "now" is its last day: those are current who stayed to the end.
    const today = term.state === 'closed' ? term.endsOn : campus.today();
    const list = { subjectId, search, show, today };
    return answerPart(call, query, {
      rows: (part) => enrolments.listEnrolments(campus.db, { ...list, ...part }),
      total: () => enrolments.countEnrolments(campus.db, list),
      value: ({ studentName }) => studentName,
    });
  });
  mount(subjectPage.addEnrolment, ({ actor, params, body }) =>
    enrolments.addEnrolment(campus, actor, params.subjectId, body),
  );
  mount(subjectPage.dropEnrolment, ({ actor, params, body }) =>
    enrolments.dropEnrolment(campus, actor, params.enrolmentId, body),
  );
};
