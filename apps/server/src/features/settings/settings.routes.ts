import { settings, type UntrustedProxy } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import type { PasswordPolicyClient } from '../../identity-client.ts';
import { createLogo } from './logo.service.ts';
import { createSettings, institutionOf, latestChanges } from './settings.service.ts';

export const settingsRoutes = (
  mount: Mount,
  campus: Campus,
  identity: PasswordPolicyClient,
  untrustedProxy: () => UntrustedProxy | null,
): void => {
  const service = createSettings(campus, identity, untrustedProxy);
  const logo = createLogo(campus, service);
  mount(settings.readInstitution, () => Promise.resolve(institutionOf(campus)));
  mount(settings.readLogo, () => logo.read());
  mount(settings.readSettings, () => service.read());
  mount(settings.changeSettings, ({ actor, body, seen }) => service.change(actor, body, seen));
  mount(settings.uploadLogo, ({ actor, request, seen }) => logo.receive(actor, request, seen));
  mount(settings.removeLogo, ({ actor, seen }) => logo.remove(actor, seen));
  mount(settings.settingsHistory, () => latestChanges(campus.db, 100));
};
