import { accounts } from '@campus/contract';
import type { Mount } from '../../http/mount.ts';
import type { AccountsService } from './accounts.service.ts';

export const accountsRoutes = (mount: Mount, service: AccountsService): void => {
  mount(accounts.readAccount, ({ params }) => service.read(params.id));
  mount(accounts.invite, ({ params }) => service.invite(params.id));
  mount(accounts.deactivate, ({ actor, params }) => service.deactivate(params.id, actor.id));
  mount(accounts.reactivate, ({ actor, params }) => service.reactivate(params.id, actor.id));
  mount(accounts.endSessions, ({ actor, params }) => service.endSessions(params.id, actor.id));
  mount(accounts.unlink, ({ actor, params }) => service.unlink(params.id, actor.id));
  mount(accounts.resetFactor, ({ actor, params }) => service.resetFactor(params.id, actor.id));
};
