import { people } from '@campus/contract';
import type { QueryOf } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import { describePage, readCursor, skippedBy } from '../../http/pages.ts';
import { countFaculty, listFaculty, placeOfTeacher } from './faculty-list.queries.ts';
import { requireShown } from './people.policy.ts';
import { countStudents, listStudents, placeOfStudent } from './student-list.queries.ts';
import { createFaculty, createStudent, readFaculty, readStudent } from './people.service.ts';

/** The number of the page asked for by number or by a person on it; undefined for neither. */
const pageAsked = async (
  { limit, cursor, page, around }: Omit<QueryOf<typeof people.listFaculty>, 'show'>,
  placeOf: (email: string) => Promise<number | undefined>,
): Promise<number | undefined> => {
  if (limit === undefined || cursor !== undefined) return undefined;
  if (around === undefined) return page;
  return Math.ceil(((await placeOf(around)) ?? 1) / limit);
};

export const peopleRoutes = (mount: Mount, campus: Campus): void => {
  mount(people.studentByEmail, ({ actor, params }) => readStudent(campus, actor, params.email));
  mount(people.facultyByEmail, ({ actor, params }) => readFaculty(campus, actor, params.email));
  mount(people.createStudent, ({ body }) => createStudent(campus, body));
  mount(people.createFaculty, ({ body }) => createFaculty(campus, body));

  mount(people.listStudents, async ({ actor, query, request, reply }) => {
    requireShown(actor, query.show);
    const { limit, cursor, page: _page, around: _around, ...asked } = query;
    const list = { ...asked, sort: query.sort ?? 'name', order: query.order ?? 'asc' };
    const page = await pageAsked(query, (email) => placeOfStudent(campus.db, list, email));
    const total = await countStudents(campus.db, list);
    const rows = await listStudents(campus.db, {
      ...list,
      total,
      limit,
      after: readCursor(cursor),
      skip: skippedBy({ limit, page }),
    });
    const last = rows.at(-1);
    describePage(request, reply, {
      total,
      next: last && rows.length === limit ? { value: last.sortValue, id: last.id } : undefined,
    });
    if (page) reply.header('x-page', page);
    return rows.map(({ sortValue: _sortValue, ...student }) => student);
  });

  mount(people.listFaculty, async ({ actor, query, request, reply }) => {
    const { search, limit, show } = query;
    requireShown(actor, show);
    const choice = { search, show };
    const page = await pageAsked(query, (email) => placeOfTeacher(campus.db, choice, email));
    const rows = await listFaculty(campus.db, {
      ...choice,
      limit,
      after: readCursor(query.cursor),
      skip: skippedBy({ limit, page }),
    });
    const last = rows.at(-1);
    describePage(request, reply, {
      total: limit === undefined ? rows.length : await countFaculty(campus.db, choice),
      next: last && rows.length === limit ? { value: last.name, id: last.id } : undefined,
    });
    if (page) reply.header('x-page', page);
    return rows;
  });
};
