import { createAccountWorker, type AccountWorker } from '../features/accounts/index.ts';
import { createSmtpMailer } from '../mail/smtp.ts';
import { type MailServer, openMailServer, type ReceivedMail } from './mail-server.ts';
import type { TestCampus } from './test-campus.ts';
import { publicUrl } from './test-identity.ts';

/** For tests of accounts: a worker, and everybody's inbox. */
export interface Inbox {
  readonly server: MailServer;
  readonly worker: AccountWorker;
  /** Does what is due and returns all mails to this address so far. */
  mailsTo(email: string): Promise<ReceivedMail[]>;
  /** Makes tasks due that wait for another attempt, or for a dead worker's claim to expire. */
  letTimePass(): Promise<void>;
  /** Sets a password with the link in a mail; returns the status. */
  choosePassword(mail: ReceivedMail | undefined, newPassword: string): Promise<number>;
  close(): Promise<void>;
}

export const tokenIn = (mail: ReceivedMail | undefined): string =>
  /\/set-password#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'no token';

export const openInbox = async (campus: TestCampus, mailsPerMinute = 6000): Promise<Inbox> => {
  const server = await openMailServer();
  const db = campus.database;
  const institution = (): string | null => campus.campus.settings.institution.name;
  const worker = createAccountWorker({
    db,
    identity: campus.identity,
    mailer: createSmtpMailer({
      url: server.url,
      from: 'Campus <campus@example.edu>',
      senderName: institution,
    }),
    links: {
      publicUrl,
      institution,
      timezone: () => campus.campus.timezone,
      invitationHolds: '14 days',
    },
    mailsPerMinute,
    log: { error: () => undefined },
  });
  return {
    server,
    worker,
    async mailsTo(email) {
      await worker.workThrough();
      return server.mails.filter(({ to }) => to.includes(email));
    },
    letTimePass: async () => {
      await db.query(
        'update account_outbox set next_attempt_at = now(), claimed_until = null where finished_at is null',
      );
    },
    choosePassword: async (mail, newPassword) => {
      const { status } = await campus.nobody.post(
        '/identity/reset-password',
        { token: tokenIn(mail), newPassword },
        { origin: publicUrl },
      );
      return status;
    },
    close: () => server.close(),
  };
};
