export { createAdministrators } from './administrators.service.ts';
export { createSetupToken } from './administrators.service.ts';
