import { type Institution, settings } from '@campus/contract';
import { apiBase } from './addresses.ts';
import { queryOf } from './query.ts';

/** What the server has written into the page; undefined where it has not, as in development. */
const written = (): Institution | undefined => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="campus-institution"]');
  return meta?.content ? (JSON.parse(meta.content) as Institution) : undefined;
};

/** Whose campus it is. It comes with the page; only a change of it is asked for. */
export const institutionQuery = {
  ...queryOf(settings.readInstitution, { staleTime: Infinity }),
  initialData: written,
};

/** Where the logo with this digest is. */
export const logoAddress = (digest: string): string =>
  `${apiBase()}/institution/logo?v=${encodeURIComponent(digest)}`;
