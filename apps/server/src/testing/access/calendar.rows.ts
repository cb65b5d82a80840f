import { type Part, sendForm } from '../upload.ts';
import { closed, type FeatureRows, open, own } from './row.ts';

const pdf: readonly Part[] = [
  { name: 'plan.pdf', type: 'application/pdf', content: '%PDF-1.7\nplan' },
];
const general = '/api/class-info/general';
const ofTeacher = ({ email }: { readonly email: string }): string =>
  `/api/class-info/faculty/${email}`;

export const calendarRows: FeatureRows = {
  prepare: async (campus, { teacher }) => {
    const office = campus.as(await campus.make.admin());
    for (const path of ['/api/calendar', general, ofTeacher(teacher)])
      await sendForm(office, path, pdf);
    return {};
  },
  rows: [
    {
      id: 'calendar.readCalendar',
      admin: 200,
      teacher: open,
      student: open,
      request: () => ({ path: '/api/calendar' }),
    },
    {
      id: 'calendar.readInfo',
      admin: 200,
      teacher: open,
      student: open,
      request: () => ({ path: '/api/calendar/info' }),
    },
    {
      id: 'calendar.uploadCalendar',
      admin: 201,
      teacher: closed,
      student: closed,
      request: () => ({ path: '/api/calendar', form: pdf }),
    },
    {
      id: 'classInfo.readGeneral',
      admin: 200,
      teacher: open,
      student: closed,
      request: () => ({ path: general }),
    },
    {
      id: 'classInfo.readGeneralInfo',
      admin: 200,
      teacher: open,
      student: closed,
      request: () => ({ path: `${general}/info` }),
    },
    {
      id: 'classInfo.uploadGeneral',
      admin: 201,
      teacher: closed,
      student: closed,
      request: () => ({ path: general, form: pdf }),
    },
    {
      id: 'classInfo.removeGeneral',
      admin: 204,
      teacher: closed,
      student: closed,
      request: () => ({ path: general }),
    },
    {
      id: 'classInfo.readOfTeacher',
      admin: 200,
      teacher: own,
      student: own,
      request: ({ teacher }) => ({ path: ofTeacher(teacher) }),
    },
    {
      id: 'classInfo.readTeacherInfo',
      admin: 200,
      teacher: own,
      student: own,
      request: ({ teacher }) => ({ path: `${ofTeacher(teacher)}/info` }),
    },
    {
      id: 'classInfo.uploadOfTeacher',
      admin: 201,
      teacher: closed,
      student: closed,
      request: ({ teacher }) => ({ path: ofTeacher(teacher), form: pdf }),
    },
    {
      id: 'classInfo.removeOfTeacher',
      admin: 204,
      teacher: closed,
      student: closed,
      request: ({ teacher }) => ({ path: ofTeacher(teacher) }),
    },
  ],
};
