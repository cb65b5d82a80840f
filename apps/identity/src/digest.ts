import { createHmac, hash } from 'node:crypto';

/** The SHA-256 digest, stored in place of a secret that is random anyway, or of a key that would be too long. */
export const digest = (text: string): string => hash('sha256', text, 'base64url');

/** Creates a signer with a separate key for each use: the secret itself signs better-auth’s cookies. */
export const createSigner = (secret: string, use: string): ((text: string) => string) => {
  const key = createHmac('sha256', secret).update(use).digest();
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
};
