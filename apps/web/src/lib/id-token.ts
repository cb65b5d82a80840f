/** What the browser reads of an ID token. It decides nothing by it: the server checks the token. */
export interface Claims {
  /** Seconds since 1970 by the identity service's clock. */
  readonly exp: number;
  readonly iat: number;
  readonly email?: string;
}

/** Null for anything that is not a token with a lifetime. */
export const readClaims = (token: string): Claims | null => {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (char) => char.codePointAt(0) ?? 0);
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Claims> | null;
    if (typeof claims?.exp !== 'number') return null;
    return {
      exp: claims.exp,
      iat: typeof claims.iat === 'number' ? claims.iat : claims.exp,
      ...(typeof claims.email === 'string' && { email: claims.email }),
    };
  } catch {
    return null;
  }
};
