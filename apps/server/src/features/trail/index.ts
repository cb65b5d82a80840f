export { tellAccountAct } from './account-acts.ts';
export { lastCheck } from './chain.ts';
export { trailJobs, verifyTrail } from './chain.ts';
