import type { Db } from '../db/db.ts';

/** One mail to one person, in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same at each attempt, so that receivers recognise duplicates. */
  readonly messageId: string;
}

export interface Mailer {
  /**
   * Resolves once another server has accepted the mail. Throws `Undeliverable` if trying again is
   * useless, any other error if it may help.
   */
  send(mail: Mail): Promise<void>;
}

/** The mail server refuses this mail permanently. The message is the server's. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}

const most = 500;

/** Keeps the newest mails in the database, where a demo campus shows them. */
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
