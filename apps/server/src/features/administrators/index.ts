export { createAdministrators, createSetupToken } from './administrators.service.ts';
