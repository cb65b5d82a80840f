/** The page a visitor wanted before being sent to sign in; empty if there was none. */
export const nextPage = (): string => new URLSearchParams(window.location.search).get('next') ?? '';

/** Whether the visitor has come to set up an authenticator app. */
export const isSettingUpFactor = (): boolean =>
  new URLSearchParams(window.location.search).has('set-up');

/**
 * The identity service's address that sends people to their university, and then back to `next`.
 * With `again`, people already signed in there have to prove it.
 */
export const universityUrl = (next: string, again?: boolean): string => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="campus-university"]');
  const address = meta?.content || '/identity/university/start';
  const asked = { ...(next && { next }), ...(again && { again: '1' }) };
  const query = new URLSearchParams(asked).toString();
  return address + (query && `?${query}`);
};

const again = 'Please try again.';
const ask = 'Please contact your administrator.';

/** Why a person returns without being signed in, by the identity service's code. */
const sentences: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cancelled: `Signing in with your university account was cancelled. ${again}`,
    expired: `This sign-in was begun too long ago or in another window. ${again}`,
    unverified: `Your university account has no confirmed e-mail address. ${ask}`,
    no_account: `No campus account for this e-mail. ${ask}`,
    other_subject: `This campus account belongs to another university account. ${ask}`,
    second_factor: `Your university did not ask you for a second factor, which Campus needs. Set it up there, then sign in again.`,
    not_again: `Your university does not say that it asked you again. Please use your password.`,
    deactivated: `This account is deactivated. ${ask}`,
    failed: `Your university account could not be confirmed. ${again}`,
    unavailable: `Your university’s sign-in does not answer at the moment. Please try again later, or use your password.`,
  }),
);

/** The result of a sign-in at the university. */
type UniversityOutcome = 'done' | 'code' | { readonly sentence: string };

/**
 * Takes the outcome out of the address, so that neither a reload nor a bookmark repeats it; null
 * when the visitor does not come from the university.
 */
export const consumeOutcome = (): UniversityOutcome | null => {
  const query = new URLSearchParams(window.location.search);
  const outcome = query.get('university');
  if (outcome === null) return null;
  query.delete('university');
  const rest = query.size > 0 ? `?${query}` : '';
  window.history.replaceState(null, '', window.location.pathname + rest);
  if (outcome === 'done' || outcome === 'code') return outcome;
  return { sentence: sentences.get(outcome) ?? `Login failed. ${again}` };
};
