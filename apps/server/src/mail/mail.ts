import type { Db } from '../db/db.ts';

/** One mail to one person, in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same each time this mail is handed over: receivers recognise a repetition by it. */
  readonly messageId: string;
}

export interface Mailer {
  /**
   * Resolves once the mail is in other hands. Throws `Undeliverable` when trying again is of no use,
   * anything else when it may be.
   */
  send(mail: Mail): Promise<void>;
}

/** The mail server refuses this mail for good. The message is what it said. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}

const most = 500;

/** Keeps mails in the database, where a demo campus shows them; the oldest make room. */
export const createKeepingMailer = (db: Db): Mailer => ({
  async send({ to, subject, text, messageId }) {
    await db.query(
      `insert into kept_mails (message_id, recipient, subject, body) values ($1, $2, $3, $4)
       on conflict (message_id) do nothing`,
      [messageId, to, subject, text],
    );
    await db.query(
      `delete from kept_mails
       where id <= (select id from kept_mails order by id desc offset $1 limit 1)`,
      [most],
    );
  },
});
