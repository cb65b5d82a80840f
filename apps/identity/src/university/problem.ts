/**
 * Why a person came back from the provider without being signed in: the sign-in page has a sentence
 * for each.
 * - `cancelled`: they, or the provider, ended it there
 * - `expired`: begun too long ago, in another browser, or finished already
 * - `unverified`: the provider does not vouch for an e-mail
 * - `no_account`: nobody of the campus has this e-mail
 * - `other_subject`: the account belongs to another person at the provider
 * - `second_factor`: the provider does not say that it asked for the second factor
 * - `deactivated`: the campus does not let them in
 * - `failed`: what the provider sent does not hold
 * - `unavailable`: the provider, or this service, does not answer
 */
export type UniversityProblem =
  | 'cancelled'
  | 'expired'
  | 'unverified'
  | 'no_account'
  | 'other_subject'
  | 'second_factor'
  | 'deactivated'
  | 'failed'
  | 'unavailable';

export class UniversityRefusal extends Error {
  readonly problem: UniversityProblem;
  /** For the log, where the operator can do something about it; holds no token. */
  readonly reason: string | undefined;

  constructor(problem: UniversityProblem, reason?: string) {
    super(problem);
    this.problem = problem;
    this.reason = reason;
  }
}
