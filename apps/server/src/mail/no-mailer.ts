import type { Mailer } from './mail.ts';

/** Where no mail server is configured: mails wait until there is one, and say why. */
export const noMailer: Mailer = {
  send: () => Promise.reject(new Error('No mail server is configured: set SMTP_URL.')),
};
