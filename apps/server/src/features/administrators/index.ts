export { createAdministrators } from './administrators.service.ts';
export { createSetupToken } from './setup.service.ts';
