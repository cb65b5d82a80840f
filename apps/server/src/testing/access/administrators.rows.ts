import { closed, fresh, type Row } from './row.ts';

export const administratorsRows: readonly Row[] = [
  {
    id: 'administrators.list',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/admins' }),
  },
  {
    id: 'administrators.create',
    admin: 201,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/admins', body: { name: 'New', email: fresh() } }),
  },
  {
    id: 'administrators.changeDuty',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ colleague }) => ({
      path: `/api/admins/${colleague.id}/duty`,
      body: { duty: 'librarian' },
    }),
  },
];
