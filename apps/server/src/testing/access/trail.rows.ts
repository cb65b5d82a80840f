import { closed, type Row } from './row.ts';

const onlyAdmin = { admin: 200, teacher: closed, student: closed } as const;

export const trailRows: readonly Row[] = [
  {
    id: 'trail.listTrail',
    ...onlyAdmin,
    request: ({ student }) => ({ path: `/api/trail?limit=5&about=${student.email}` }),
  },
  { id: 'trail.trailState', ...onlyAdmin, request: () => ({ path: '/api/trail/state' }) },
  {
    id: 'trail.exportTrailAsCsv',
    ...onlyAdmin,
    request: () => ({ path: '/api/trail/export.csv?kind=student_added' }),
  },
  {
    id: 'trail.exportTrailAsJson',
    ...onlyAdmin,
    request: () => ({ path: '/api/trail/export.json?kind=student_added' }),
  },
];
