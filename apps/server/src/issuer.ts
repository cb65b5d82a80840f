/** `iss` of the built-in identity service: the same wherever Campus runs, since people are bound to it. */
export const ISSUER = 'campus-identity';
