export { identityRoutes } from './identity.routes.ts';
export { createIdentityService, type IdentityService } from './identity.service.ts';
export { createVerifyToken, type Issuer } from './verify-token.ts';
