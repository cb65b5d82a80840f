const address = (name: string, otherwise: string): string => {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  return (meta?.content || otherwise).replace(/\/+$/, '');
};

/** Base of the application server's API; ends in `/api`, without a trailing slash. */
export const apiBase = (): string => address('campus-api', '/api');

/** Base of the identity service, possibly on another host of the same site. */
export const identityBase = (): string => address('campus-identity', '/identity');
