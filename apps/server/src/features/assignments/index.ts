export { assignmentsRoutes } from './assignments.routes.ts';
