export { lastCheck } from './chain.ts';
export { trailJobs, verifyTrail } from './chain.ts';
