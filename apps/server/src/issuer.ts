/** `iss` of the built-in identity service: the same in every installation, since people are bound to it. */
export const ISSUER = 'campus-identity';
