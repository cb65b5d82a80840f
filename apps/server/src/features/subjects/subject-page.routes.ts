import { subjectPage } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { versionOf } from '../../http/if-match.ts';
import type { Mount } from '../../http/mount.ts';
import { describePage, readCursor, skippedBy } from '../../http/pages.ts';
import { countEnrolments, listEnrolments } from './enrolments.queries.ts';
import { addEnrolment, dropEnrolment } from './enrolments.service.ts';
import { changeSubject, readSubject } from './subject-page.service.ts';

export const subjectPageRoutes = (mount: Mount, campus: Campus): void => {
  mount(subjectPage.readSubject, ({ params }) => readSubject(campus, params.subjectId));
  mount(subjectPage.changeSubject, ({ actor, params, body, request }) =>
    changeSubject(campus, actor, params.subjectId, body, versionOf(request.headers['if-match'])),
  );
  mount(subjectPage.listSubjectEnrolments, async ({ params, query, request, reply }) => {
    const { search, show = 'all', limit, cursor, page } = query;
    const { id: subjectId, term } = await readSubject(campus, params.subjectId);
    // In a closed term "now" is its last day: those are current who stayed to the end.
    const today = term.state === 'closed' ? term.endsOn : campus.today();
    const list = { subjectId, search, show, today };
    const rows = await listEnrolments(campus.db, {
      ...list,
      limit,
      after: readCursor(cursor),
      skip: skippedBy({ limit, page }),
    });
    const last = rows.at(-1);
    describePage(request, reply, {
      total: limit === undefined ? rows.length : await countEnrolments(campus.db, list),
      next: last && rows.length === limit ? { value: last.studentName, id: last.id } : undefined,
    });
    return rows;
  });
  mount(subjectPage.addEnrolment, ({ actor, params, body }) =>
    addEnrolment(campus, actor, params.subjectId, body),
  );
  mount(subjectPage.dropEnrolment, ({ actor, params, body }) =>
    dropEnrolment(campus, actor, params.enrolmentId, body),
  );
};
