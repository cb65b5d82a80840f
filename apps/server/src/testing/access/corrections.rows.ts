import { closed, open, type Row } from './row.ts';

export const correctionsRows: readonly Row[] = [
  {
    id: 'corrections.requestCorrection',
    admin: 403,
    teacher: [201, 201],
    student: closed,
    request: ({ newcomer }) => ({
      path: '/api/corrections',
      body: { studentEmail: newcomer.email, address: 'Quad 2' },
    }),
  },
  {
    id: 'corrections.ownCorrections',
    admin: 403,
    teacher: open,
    student: closed,
    request: () => ({ path: '/api/corrections/mine' }),
  },
  {
    id: 'corrections.countUnseen',
    admin: 403,
    teacher: open,
    student: closed,
    request: () => ({ path: '/api/corrections/mine/unseen/count' }),
  },
  {
    id: 'corrections.markSeen',
    admin: 403,
    teacher: [204, 403],
    student: closed,
    request: ({ corrections }) => ({
      path: '/api/corrections/mine/seen',
      body: { ids: [corrections.contactNo] },
    }),
  },
  {
    id: 'corrections.openOfStudent',
    admin: 200,
    teacher: open,
    student: closed,
    request: ({ student }) => ({ path: `/api/corrections/student/${student.email}` }),
  },
  {
    id: 'corrections.listCorrections',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/corrections' }),
  },
  {
    id: 'corrections.countOpen',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/corrections/open/count' }),
  },
  {
    id: 'corrections.approveCorrection',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ corrections }) => ({
      path: `/api/corrections/${corrections.contactNo}/approve`,
      body: {},
    }),
  },
  {
    id: 'corrections.refuseCorrection',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ corrections }) => ({
      path: `/api/corrections/${corrections.address}/refuse`,
      body: { note: 'Please ask at the office.' },
    }),
  },
];
