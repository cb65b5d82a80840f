/** The closed list of errors of the API: code → status and default sentence. */
export const errorCodes = {
  malformed: {
    status: 400,
    sentence: 'The request could not be read. Please check it and try again.',
  },
  unauthenticated: { status: 401, sentence: 'Please sign in to continue.' },
  session_ended: { status: 401, sentence: 'Your session has ended. Please sign in again.' },
  challenge_over: {
    status: 401,
    sentence: 'This sign-in has taken too long. Please enter your password again.',
  },
  forbidden: { status: 403, sentence: 'You are not allowed to do this.' },
  no_campus_account: {
    status: 403,
    sentence: 'No campus account for this e-mail. Please contact your administrator.',
  },
  second_factor_needed: {
    status: 403,
    sentence: 'Your account needs a second factor. Please set up an authenticator app to go on.',
  },
  confirmation_needed: { status: 403, sentence: 'Please confirm that it is you.' },
  not_found: { status: 404, sentence: 'This does not exist, or no longer does.' },
  conflict: { status: 409, sentence: 'Someone else has changed this in the meantime.' },
  duplicate: { status: 409, sentence: 'This exists already.' },
  link_used: { status: 410, sentence: 'This link has been used already.' },
  link_expired: { status: 410, sentence: 'This link has expired.' },
  link_unknown: { status: 410, sentence: 'This link is not valid.' },
  too_large: { status: 413, sentence: 'This is too large.' },
  unsupported_media: { status: 415, sentence: 'This kind of file is not accepted.' },
  invalid: { status: 422, sentence: 'Please correct the marked fields.' },
  rows_invalid: { status: 422, sentence: 'Some rows need a fix. Nothing was stored.' },
  too_many_requests: { status: 429, sentence: 'Too many attempts. Please wait and try again.' },
  internal: { status: 500, sentence: 'Something went wrong on our side. Please try again.' },
  unavailable: {
    status: 503,
    sentence: 'Campus is busy or starting. Please try again in a moment.',
  },
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** An entry of the `details` of `invalid` and `malformed`; `field` is named as in the request. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}
