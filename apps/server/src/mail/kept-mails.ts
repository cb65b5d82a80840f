import type { Db } from '../db/db.ts';
import type { Mailer } from './mail.ts';

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
