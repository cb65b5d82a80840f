export { settingsJob, takeSettings } from './follow-settings.ts';
export { handOverPasswords } from './hand-over-passwords.ts';
export { settingsRoutes } from './settings.routes.ts';
