export { openSecret, readManifest } from './manifest.ts';
export { checkBackup, restoreBackup } from './restore.ts';
export { backupsJob, newestBackup } from './schedule.ts';
export { type Progress, takeBackup } from './take.ts';
