import { closed, type FeatureRows, open } from './row.ts';

interface Announced {
  readonly announcement: string;
}

export const announcementsRows: FeatureRows<Announced> = {
  prepare: async (campus) => {
    const sender = await campus.make.admin();
    const body = { message: 'The north gate is closed on Sunday.' };
    const sent = await campus.as(sender).post<{ id: string }>('/api/admin/announcement', body);
    return { announcement: sent.body.id };
  },
  rows: [
    {
      id: 'announcements.listAnnouncements',
      admin: 200,
      teacher: open,
      student: open,
      request: () => ({ path: '/api/all/announcement' }),
    },
    {
      id: 'announcements.sendAnnouncement',
      admin: 201,
      teacher: closed,
      student: closed,
      request: () => ({ path: '/api/admin/announcement', body: { message: 'Tea at four.' } }),
    },
    {
      id: 'announcements.deleteAnnouncement',
      admin: 204,
      teacher: closed,
      student: closed,
      request: ({ announcement }) => ({ path: `/api/delete/Announcement/${announcement}` }),
    },
  ],
};
