export { openSecret, readManifest } from './manifest.ts';
export { requireEmpty, restoreBackup } from './restore.ts';
export { backupsJob, newestBackup } from './schedule.ts';
export { checkBackup, type Progress } from './table-files.ts';
export { takeBackup } from './take.ts';
