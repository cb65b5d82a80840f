export { recordFirstSignIn, refuseTokens, refuseTokensOfSessions } from './identity.queries.ts';
export { createIdentityService } from './identity.service.ts';
export { createVerifyToken, type Issuer } from './verify-token.ts';
