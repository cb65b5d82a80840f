export { settingsJob, reloadSettings } from './follow-settings.ts';
export { createSettings } from './settings.service.ts';
