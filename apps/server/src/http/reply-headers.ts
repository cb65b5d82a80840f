import type { Config } from '../config.ts';

/**
 * What every reply says unless its route says otherwise, errors and refusals too: nobody keeps it, and
 * as a page it could do nothing. Pages, assets and public files have milder words of their own.
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
