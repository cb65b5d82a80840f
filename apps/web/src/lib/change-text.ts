import { isNetworkError } from './call-error.ts';
import { errorText, serverText } from './error-text.ts';

/**
 * The message to show for a failed change: `serverText` or, without a response, `fallback` and what that means: it may have
 * been stored. Apart from the other texts, which the sign-in page loads as well.
 */
export const changeText = (...[error, fallback, instead]: Parameters<typeof serverText>): string =>
  isNetworkError(error)
    ? `${fallback}. ${errorText(error, '')}`
    : serverText(error, fallback, instead);
