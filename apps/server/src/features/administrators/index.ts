export { administratorsRoutes } from './administrators.routes.ts';
export { createSetupToken } from './setup.service.ts';
