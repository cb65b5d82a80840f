export { tellAccountAct } from './account-acts.ts';
export { lastCheck } from './chain.queries.ts';
export { trailJobs, verifyTrail } from './chain.ts';
