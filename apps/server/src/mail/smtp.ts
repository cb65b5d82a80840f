import { type Mailer, Undeliverable } from './mail.ts';

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string;
  /** An address, or a name followed by an address in angle brackets. */
  readonly from: string;
  /** Called for each mail: replaces a missing name or `Campus`; null keeps it. */
  readonly senderName?: () => string | null;
}

const senderOf = ({ from, senderName }: SmtpOptions) => {
  const name = senderName?.() ?? null;
  const [, configured = '', address = from] = /^(.*) <(.*)>$/.exec(from) ?? [];
  return name !== null && ['', 'Campus'].includes(configured) ? { name, address } : from;
};

/** An error of the library, with the command that the server refused and its answer. */
type Refusal = Error & { readonly command?: string; readonly response?: string };

/**
 * Whether this mail is refused for good: its recipient, or what it says. All else is about the server, our
 * sender or password; with 5.7 (RFC 3463) it may be, too, as when a server does not pass on our mails.
 */
const isForGood = ({ command = '', response = '' }: Refusal): boolean =>
  ['RCPT TO', 'DATA'].includes(command) && /^5\d\d[ -](?!5\.7\.)/.test(response);

/** Loads the library with the first mail. */
const transportTo = async (url: string) =>
  (await import('nodemailer')).createTransport({
    url,
    // Until the connection is encrypted, then for each of the server's answers, of which there are at most nine: within
    // the ten minutes for which a mail is claimed (`claimedFor` in accounts).
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** Connects and signs in without sending anything. @throws the server's error */
export const checkSmtp = async (url: string): Promise<true> => (await transportTo(url)).verify();

/** Sends through an SMTP server, with one connection per mail. */
export const createSmtpMailer = (options: SmtpOptions): Mailer => ({
  async send({ to, subject, text, messageId }) {
    const transport = await transportTo(options.url);
    try {
      await transport.sendMail({
        from: senderOf(options),
        // An object, so that the address is not parsed as several.
        to: { name: '', address: to },
        subject,
        text,
        messageId,
        // Suppresses out-of-office replies.
        headers: { 'auto-submitted': 'auto-generated' },
      });
    } catch (error) {
      if (error instanceof Error && isForGood(error)) throw new Undeliverable(error.message);
      throw error;
    }
  },
});
