export { settingsJob, takeSettings } from './follow-settings.ts';
export { createSettings } from './settings.service.ts';
