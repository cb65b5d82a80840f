import type { Role } from '@campus/contract';

/** Values of `amr` (RFC 8176) that are no password: the person had something, or was something, besides. */
const secondFactors = new Set(['mfa', 'otp', 'hwk', 'swk', 'sc', 'pop', 'fpt', 'face', 'iris']);

export const hasSecondFactor = (amr: readonly string[]): boolean =>
  amr.some((method) => secondFactors.has(method));

export interface FactorPolicy {
  /** False on a demo campus, whose accounts everybody knows. */
  readonly demanded: boolean;
  readonly ofTeachers: boolean;
}

export const needsSecondFactor = (role: Role, { demanded, ofTeachers }: FactorPolicy): boolean =>
  demanded && (role === 'admin' || (role === 'teacher' && ofTeachers));
