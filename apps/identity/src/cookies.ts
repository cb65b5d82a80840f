/** A cookie of this service beside better-auth's: only for its own paths, and not for scripts. */
export const createCookie = (name: string, publicUrl: string, path: string) => {
  const secure = publicUrl.startsWith('https:');
  const ownName = `${secure ? '__Secure-' : ''}campus.${name}`;
  return {
    /** Its value in a `Cookie` header. */
    read: (header: string): string | undefined =>
      header
        .split(/; */)
        .find((pair) => pair.startsWith(`${ownName}=`))
        ?.slice(ownName.length + 1),
    /** The `Set-Cookie` header that keeps the value for so many seconds. */
    set: (value: string, seconds: number): string =>
      `${ownName}=${value}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  };
};
