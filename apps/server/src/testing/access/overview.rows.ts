import { open, type Row } from './row.ts';

export const overviewRows: readonly Row[] = [
  {
    id: 'overview.campus',
    admin: 200,
    teacher: open,
    student: open,
    request: () => ({ path: '/api/campus' }),
  },
];
