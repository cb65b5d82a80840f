import { closed, type Row } from './row.ts';

export const systemRows: readonly Row[] = [
  {
    id: 'system.readSystem',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/system' }),
  },
];
