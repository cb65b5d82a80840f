export { announcementsRoutes } from './announcements.routes.ts';
