import { type Institution, settings } from '@campus/contract';
import { apiBase } from './base-urls.ts';
import { queryOf } from './query.ts';

/** The institution the server has written into the page; undefined if it has not, as in development. */
const written = (): Institution | undefined => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="campus-institution"]');
  return meta?.content ? (JSON.parse(meta.content) as Institution) : undefined;
};

/** The institution. It comes with the page and is fetched only after a change. */
export const institutionQuery = {
  ...queryOf(settings.readInstitution, { staleTime: Infinity }),
  initialData: written,
};

export const logoUrl = (digest: string): string =>
  `${apiBase()}/institution/logo?v=${encodeURIComponent(digest)}`;
