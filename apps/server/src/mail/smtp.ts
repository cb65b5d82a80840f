import { type Mailer, Undeliverable } from './mail.ts';

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string;
  /** An address alone, or a name before it in angle brackets. */
  readonly from: string;
  /** A name that takes the place of no name, or of `Campus`; null for none. Asked for each mail. */
  readonly senderName?: () => string | null;
}

const senderOf = ({ from, senderName }: SmtpOptions) => {
  const name = senderName?.() ?? null;
  const [, configured = '', address = from] = /^(.*) <(.*)>$/.exec(from) ?? [];
  return name !== null && ['', 'Campus'].includes(configured) ? { name, address } : from;
};

/** Codes of trouble with the server, the connection or our password: no fault of the one mail. */
const troubles = new Set([
  'EAUTH',
  'ECONNECTION',
  'EDNS',
  'ESOCKET',
  'ETIMEDOUT',
  'ETLS',
  'ENOAUTH',
]);

/** The library is loaded with the first mail. */
const transportTo = async (url: string) =>
  (await import('nodemailer')).createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** Connects and signs in there, and sends nothing. @throws what the server says */
export const checkSmtp = async (url: string): Promise<true> => (await transportTo(url)).verify();

/** Sends through an SMTP server, one connection a mail. */
export const createSmtpMailer = (options: SmtpOptions): Mailer => ({
  async send({ to, subject, text, messageId }) {
    const transport = await transportTo(options.url);
    try {
      await transport.sendMail({
        from: senderOf(options),
        // An object, so that nothing in the address is read as a second one.
        to: { name: '', address: to },
        subject,
        text,
        messageId,
        // Out-of-office replies to a machine help nobody.
        headers: { 'auto-submitted': 'auto-generated' },
      });
    } catch (error) {
      const { code = '', responseCode = 0 } = error as { code?: string; responseCode?: number };
      const sentence = error instanceof Error ? error.message : String(error);
      if (responseCode >= 500 && !troubles.has(code)) throw new Undeliverable(sentence);
      throw error;
    }
  },
});
