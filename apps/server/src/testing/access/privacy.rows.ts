import type { Person } from '../make.ts';
import { closed, type FeatureRows, open } from './row.ts';

interface Left {
  readonly left: Person;
}

const onlyAdmin = { teacher: closed, student: closed } as const;

export const privacyRows: FeatureRows<Left> = {
  prepare: async ({ make }) => ({ left: await make.student({ active: false }) }),
  rows: [
    {
      id: 'privacy.exportPerson',
      admin: 200,
      ...onlyAdmin,
      request: ({ student }) => ({ path: `/api/people/${student.id}/data` }),
    },
    {
      id: 'privacy.exportOwn',
      admin: 200,
      teacher: open,
      student: open,
      request: () => ({ path: '/api/own-data' }),
    },
    {
      id: 'privacy.previewErasure',
      admin: 200,
      ...onlyAdmin,
      request: ({ student }) => ({ path: `/api/people/${student.id}/erasure` }),
    },
    {
      id: 'privacy.erasePerson',
      admin: 204,
      ...onlyAdmin,
      request: ({ left }) => ({
        path: `/api/people/${left.id}/erasure`,
        body: { email: left.email },
      }),
    },
    {
      id: 'privacy.previewRetention',
      admin: 200,
      ...onlyAdmin,
      request: () => ({
        path: '/api/retention?mails=6&origins=6&corrections=12&students=5&graduates=50',
      }),
    },
  ],
};
