export { examsRoutes } from './exams.routes.ts';
