import type { Config } from '../config.ts';

/**
 * Headers of every reply, errors included, unless a route overrides them: it is not cached, and could do
 * nothing as a page. Pages, assets and public files set less strict ones.
 */
export const replyHeaders = ({
  demo,
  publicUrl,
}: Pick<Config, 'demo' | 'publicUrl'>): Readonly<Record<string, string>> => ({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...(!demo &&
    publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
});
