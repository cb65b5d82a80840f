import { hoursInWords, type identity, type Role, sessionHours } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { discardAct } from '../../db/acts.ts';
import { batched } from '../../db/batch.ts';
import { inTransaction, recordActBefore } from '../../db/transaction.ts';
import { type Authenticate, bearerToken } from '../../http/call.ts';
import type { HandlersOf } from '../../http/mount.ts';
import { CampusError, forbidden } from '../../campus-error.ts';
import {
  bindPerson,
  peopleOfTokens,
  personOfToken,
  recordFirstSignIn,
  refuseTokens,
} from './identity.queries.ts';
import type { Claims, VerifyToken } from './verify-token.ts';

/** Values of `amr` (RFC 8176) that mean more than a password: something the person has or is. */
const secondFactors = new Set(['mfa', 'otp', 'hwk', 'swk', 'sc', 'pop', 'fpt', 'face', 'iris']);

interface FactorPolicy {
  /** False on a demo campus, whose accounts everybody knows. */
  readonly demanded: boolean;
  readonly ofTeachers: boolean;
}

const hour = 60 * 60 * 1000;

/** `factorPolicy` is called for each request, without a statement: the policy may change at any time. */
export const createIdentityService = (
  campus: Campus,
  verify: VerifyToken,
  factorPolicy: () => FactorPolicy,
) => {
  const { db, clock } = campus;
  const personBoundTo = batched((bound: readonly Claims[]) =>
    peopleOfTokens(db, bound, campus.today()),
  );

  /** The person of a token: bound earlier, or bound now by a verified e-mail. */
  const personOf = async (token: string, at?: number) => {
    const claims = await verify(token, at);
    const bound = await personBoundTo(claims);
    const person =
      bound ??
      (claims.emailVerified
        ? ((await bindPerson(db, claims, campus.today())) ??
          // Another first request of the same person has bound them at the same moment.
          (await personOfToken(db, claims, campus.today())))
        : undefined);
    if (!person) throw new CampusError('no_campus_account');
    if (person.sessionEnded || person.validFrom.getTime() > claims.issuedAt)
      throw new CampusError('session_ended');
    const hours = sessionHours(person.role, campus.settings.sessions);
    if (clock.now() - claims.authenticatedAt > hours * hour)
      throw new CampusError(
        'session_ended',
        `You signed in more than ${hoursInWords(hours)} ago. Please sign in again.`,
      );
    const { email: tokenEmail, amr, authenticatedAt, signedInElsewhere } = claims;
    return { ...person, tokenEmail, amr, authenticatedAt, signedInElsewhere };
  };

  const refuseWithoutFactor = ({ role, amr }: { role: Role; amr: readonly string[] }): void => {
    const { demanded, ofTeachers } = factorPolicy();
    const needed = demanded && (role === 'admin' || (role === 'teacher' && ofTeachers));
    if (needed && !amr.some((method) => secondFactors.has(method)))
      throw new CampusError('second_factor_needed');
  };

  const authenticate: Authenticate = async (authorization, at) => {
    const person = await personOf(bearerToken(authorization), at);
    if (!person.active) throw new CampusError('session_ended');
    refuseWithoutFactor(person);
    return person;
  };

  const handlers: HandlersOf<typeof identity> = {
    login: async ({ body }) => {
      const person = await personOf(body.idToken);
      if (!person.active)
        throw forbidden('This account is deactivated. Please contact your administrator.');
      refuseWithoutFactor(person);
      const { id: personId, role } = person;
      if (!person.cameIn) await recordFirstSignIn(db, personId);
      if (person.signedInElsewhere) await recordActBefore(db, { personId, role });
      else discardAct();
      return {
        status: 'success',
        role: person.role,
        email: person.email,
        name: person.name,
        redirectUrl: `/${person.role}/dashboard`,
      };
    },

    logout: async ({ actor }) => {
      await inTransaction(db, (tx) => refuseTokens(tx, actor.id));
    },
  };

  return { authenticate, handlers };
};
