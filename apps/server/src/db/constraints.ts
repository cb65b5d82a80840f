import type { FieldProblem } from '@campus/contract';
import { CampusError } from '../campus-error.ts';

const isDatabaseError = (error: unknown): error is { code: string; constraint?: string } =>
  typeof error === 'object' && error !== null && 'code' in error;

/** By the name of a constraint what is said of its violation, and of which field. */
export type Refusals = Readonly<Record<string, string | FieldProblem>>;

/**
 * Runs a change and turns the violation of a unique or an exclusion constraint into a 409 with the
 * sentence given for that constraint, which may name the field to blame: the database decides, so
 * that two people at once cannot both win.
 */
export const refuseDuplicates = async <T>(
  refusals: Refusals,
  change: () => Promise<T>,
): Promise<T> => {
  try {
    return await change();
  } catch (error) {
    if (!isDatabaseError(error) || !['23505', '23P01'].includes(error.code)) throw error;
    const refusal = refusals[error.constraint ?? ''];
    if (typeof refusal !== 'object') throw new CampusError('duplicate', refusal);
    throw new CampusError('duplicate', refusal.message, { details: [refusal] });
  }
};
