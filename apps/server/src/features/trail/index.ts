export { tellAccountAct } from './account-acts.ts';
export { trailJobs, verifyTrail } from './chain.ts';
