import { identity } from '@campus/contract';
import type { Mount } from '../../http/mount.ts';
import type { IdentityService } from './identity.service.ts';

export const identityRoutes = (mount: Mount, service: IdentityService): void => {
  mount(identity.login, ({ body }) => service.login(body.idToken));
  mount(identity.logout, ({ actor }) => service.logout(actor).then(() => undefined));
};
