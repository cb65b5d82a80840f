import { closed, type Row } from './row.ts';

export const accountsRows: readonly Row[] = [
  {
    id: 'accounts.readAccount',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ student }) => ({ path: `/api/people/${student.id}/account` }),
  },
  {
    id: 'accounts.invite',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ applicant }) => ({ path: `/api/people/${applicant.id}/invitation`, body: {} }),
  },
  {
    id: 'accounts.readInvitations',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/people/invitations' }),
  },
  {
    id: 'accounts.inviteMany',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({
      path: '/api/people/invitations',
      body: { who: 'never_invited', role: 'student' },
    }),
  },
  {
    id: 'accounts.deactivate',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ applicant }) => ({ path: `/api/people/${applicant.id}/deactivate`, body: {} }),
  },
  {
    id: 'accounts.reactivate',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ applicant }) => ({ path: `/api/people/${applicant.id}/reactivate`, body: {} }),
  },
  {
    id: 'accounts.endSessions',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ applicant }) => ({ path: `/api/people/${applicant.id}/end-sessions`, body: {} }),
  },
  {
    id: 'accounts.unlink',
    // No university account is linked.
    admin: 409,
    teacher: closed,
    student: closed,
    request: ({ applicant }) => ({
      path: `/api/people/${applicant.id}/unlink-university-account`,
      body: {},
    }),
  },
  {
    id: 'accounts.resetFactor',
    // There is no second factor.
    admin: 409,
    teacher: closed,
    student: closed,
    request: ({ applicant }) => ({
      path: `/api/people/${applicant.id}/reset-second-factor`,
      body: {},
    }),
  },
];
