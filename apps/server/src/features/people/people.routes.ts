import { people } from '@campus/contract';
import type { QueryOf } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import { readPage } from '../../http/pages.ts';
import { requireShown } from './people.policy.ts';
import * as service from './people.service.ts';

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
  mount(people.studentByEmail, ({ actor, params }) =>
    service.readStudent(campus, actor, params.email),
  );
  mount(people.facultyByEmail, ({ actor, params }) =>
    service.readFaculty(campus, actor, params.email),
  );
  mount(people.createStudent, ({ body }) => service.createStudent(campus, body));
  mount(people.createFaculty, ({ body }) => service.createFaculty(campus, body));

  mount(people.listStudents, async ({ actor, query }) => {
    requireShown(actor, query.show);
    const { limit: _limit, cursor: _cursor, page: _page, around: _around, ...asked } = query;
    const list = { ...asked, sort: query.sort ?? 'name', order: query.order ?? 'asc' };
    const page = await pageAsked(query, (email) => service.placeOfStudent(campus.db, list, email));
    const total = query.limit === undefined ? 0 : await service.countStudents(campus.db, list);
    return readPage(
      { ...query, page },
      {
        rows: (part) => service.listStudents(campus.db, { ...list, ...part, total }),
        total: () => Promise.resolve(total),
      },
    );
  });

  mount(people.listFaculty, async ({ actor, query }) => {
    const { search, show } = query;
    requireShown(actor, show);
    const choice = { search, show };
    const page = await pageAsked(query, (email) =>
      service.placeOfTeacher(campus.db, choice, email),
    );
    return readPage(
      { ...query, page },
      {
        rows: (part) => service.listFaculty(campus.db, { ...choice, ...part }),
        total: () => service.countFaculty(campus.db, choice),
        value: ({ name }) => name,
      },
    );
  });
};
