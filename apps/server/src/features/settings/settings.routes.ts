import { settings, type UntrustedProxy } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { versionOf } from '../../http/if-match.ts';
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
  mount(settings.changeSettings, ({ actor, body, request }) =>
    service.change(actor, body, versionOf(request.headers['if-match'])),
  );
  mount(settings.uploadLogo, ({ actor, request }) =>
    logo.receive(actor, request, versionOf(request.headers['if-match'])),
  );
  mount(settings.removeLogo, ({ actor, request }) =>
    logo.remove(actor, versionOf(request.headers['if-match'])),
  );
  mount(settings.settingsHistory, () => latestChanges(campus.db, 100));
};
