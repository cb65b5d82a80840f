export { followSettings, takeSettings } from './follow-settings.ts';
export type { PasswordPolicyDoor } from './password-policy-door.ts';
export { settingsRoutes } from './settings.routes.ts';
