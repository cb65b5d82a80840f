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
];
