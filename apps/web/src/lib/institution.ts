import { type Institution, settings } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { apiBase } from './addresses.ts';
import { call } from './call.ts';

/** What the server has written into the page; undefined where it has not, as in development. */
const written = (): Institution | undefined => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="campus-institution"]');
  return meta?.content ? (JSON.parse(meta.content) as Institution) : undefined;
};

/** Whose campus it is. It comes with the page; only a change of it is asked for. */
export const institutionQuery = queryOptions({
  queryKey: ['institution'],
  queryFn: ({ signal }) => call(settings.readInstitution, { signal }),
  initialData: written,
  staleTime: Infinity,
});

/** Where the logo with this digest is. */
export const logoAddress = (digest: string): string =>
  `${apiBase()}/institution/logo?v=${encodeURIComponent(digest)}`;
