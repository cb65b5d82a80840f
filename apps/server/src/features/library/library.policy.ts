import { type Borrower, lendingRules } from '@campus/contract';
import type { Actor } from '../../http/call.ts';
import { forbidden } from '../../campus-error.ts';
import type { BorrowerRow } from './borrowers.queries.ts';

/** Allows people what is their own, and the desk everything. */
export const requireOwnPersonUnlessAdmin = (actor: Actor, personId: string): void => {
  if (actor.role !== 'admin' && actor.id !== personId)
    throw forbidden('This belongs to someone else.');
};

/** What the desk sees of a person, with the reason why they may not borrow; null for somebody who never may. */
export const borrowerOf = ({ active, withdrawn, ...row }: BorrowerRow): Borrower | null => {
  const { role, personName, loans } = row;
  if (role === 'admin') return null;
  const maxLoans = lendingRules.maxLoans[role];
  const refusal = (): string | null => {
    if (withdrawn) return `${personName} has left and cannot borrow.`;
    if (!active) return `The account of ${personName} is deactivated: they cannot borrow.`;
    if (loans >= maxLoans)
      return `${personName} has ${loans} books already, and ${maxLoans} is the most.`;
    return null;
  };
  return { ...row, role, maxLoans, refusal: refusal() };
};
