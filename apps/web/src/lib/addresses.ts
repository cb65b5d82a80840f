const address = (name: string, otherwise: string): string => {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  return (meta?.content || otherwise).replace(/\/+$/, '');
};

/** Base of the product server's API, which ends in `/api`; no slash at the end. */
export const apiBase = (): string => address('campus-api', '/api');

/** Base of the identity service; it may be another host of the same site. */
export const identityBase = (): string => address('campus-identity', '/identity');
