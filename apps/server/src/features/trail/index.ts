export { lastCheck, trailJobs, verifyTrail } from './chain.ts';
