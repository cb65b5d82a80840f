import type { privacy } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { CampusError } from '../../campus-error.ts';
import type { HandlersOf } from '../../http/mount.ts';
import type { IdentityClient } from '../../identity-client.ts';
import { erasePerson, personOf, refusalOf } from './erase.ts';
import { archiveOf } from './export.ts';
import { countParts } from './privacy.queries.ts';
import { countOld } from './retention.ts';

export const createPrivacy = (
  campus: Campus,
  identity: IdentityClient,
): HandlersOf<typeof privacy> => ({
  exportPerson: async ({ params }) =>
    archiveOf(campus, identity, await personOf(campus.db, params.id), false),

  exportOwn: async ({ actor }) =>
    archiveOf(campus, identity, await personOf(campus.db, actor.id), true),

  async previewErasure({ params }) {
    const person = await personOf(campus.db, params.id);
    const counted = await countParts(campus.db, person);
    const which = (erased: 'removed' | 'blanked' | 'stays') =>
      counted
        .filter((part) => part.count > 0 && part.erased === erased)
        .map(({ name, count }) => ({ what: name, count }));
    return {
      email: person.email,
      refusal: await refusalOf(campus.db, person),
      removed: which('removed'),
      blanked: which('blanked'),
      stays: which('stays'),
    };
  },

  async erasePerson({ actor, params, body }) {
    const { email } = await personOf(campus.db, params.id);
    if (body.email !== email)
      throw new CampusError('invalid', 'This is not the e-mail of this person.', {
        details: [{ field: 'email', message: 'This is not the e-mail of this person.' }],
      });
    await erasePerson(campus, identity, params.id, actor.id);
  },

  previewRetention: ({ query }) => countOld(campus, query),
});
