export { settingsJob, takeSettings } from './follow-settings.ts';
export { handOverPasswords } from './hand-over-passwords.ts';
export { createSettings } from './settings.service.ts';
