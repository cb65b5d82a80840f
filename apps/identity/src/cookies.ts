/** Defines a cookie of this service besides better-auth’s: sent only to `path`, not readable by scripts. */
export const createCookie = (name: string, publicUrl: string, path: string) => {
  const secure = publicUrl.startsWith('https:');
  const ownName = `${secure ? '__Secure-' : ''}campus.${name}`;
  return {
    /** Returns its value from a `Cookie` header. */
    read: (header: string): string | undefined =>
      header
        .split(/; */)
        .find((pair) => pair.startsWith(`${ownName}=`))
        ?.slice(ownName.length + 1),
    /** Returns a `Set-Cookie` header that keeps the value for `seconds`. */
    set: (value: string, seconds: number): string =>
      `${ownName}=${value}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  };
};

/** Whether it is the cookie of a sign-in that waits for its code. */
export const ofChallenge = (cookie: string): boolean =>
  /^(?:__Secure-)?campus\.two_factor=/.test(cookie);

/** Leaves out the session of the browser: with it, better-auth would check that person’s code. */
export const challengeOf = (cookie: string) => ({
  headers: new Headers({ cookie: cookie.split(/; */).filter(ofChallenge).join('; ') }),
});
