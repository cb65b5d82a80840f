export { createPrivacy } from './privacy.service.ts';
export { retentionJob } from './retention.ts';
