import { administrators } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import type { IdentityClient } from '../../identity-client.ts';
import type { AccountsService } from '../accounts/index.ts';
import { createAdministrator, readAdministrators } from './administrators.service.ts';
import { lookAtSetupLink, setUp } from './setup.service.ts';

export const administratorsRoutes = (
  mount: Mount,
  campus: Campus,
  accounts: AccountsService,
  identity: IdentityClient,
): void => {
  mount(administrators.list, () => readAdministrators(campus, accounts));
  mount(administrators.create, ({ body }) => createAdministrator(campus, accounts, body));
  mount(administrators.lookAtSetupLink, ({ body }) =>
    lookAtSetupLink(campus, identity, body.token),
  );
  mount(administrators.setUp, ({ body }) => setUp(campus, identity, body));
};
