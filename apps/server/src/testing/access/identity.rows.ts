import { type Row } from './row.ts';

export const identityRows: readonly Row[] = [
  {
    id: 'identity.logout',
    admin: 204,
    teacher: [204, 204],
    student: [204, 204],
    request: () => ({ path: '/api/auth/logout', body: {} }),
  },
];
