import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Campus } from '../campus.ts';
import { isRecordId } from '../db/sql.ts';
import { notFound } from '../campus-error.ts';
import { escapeHtml, html, Html, pageOf, pagePolicy } from '../http/html.ts';

export const MAIL_PAGE = '/demo/mail';

/** Shows the mails of a demo campus, which sends none, at /demo/mail. */
export const mailRoutes = (app: FastifyInstance, campus: Campus): void => {
  const { db } = campus;
  const moment = (at: Date): string =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: campus.timezone,
      dateStyle: 'medium',
      timeStyle: 'short',
    }).format(at);

  app.get(MAIL_PAGE, async (_request, reply) => {
    const mails = await db
      .selectFrom('kept_mails')
      .select(['id', 'recipient', 'subject', 'kept_at as keptAt'])
      .orderBy('id', 'desc')
      .limit(200)
      .execute();
    const list = mails.map(
      ({ id, recipient, subject, keptAt }) =>
        html`<li>
          <a href="${MAIL_PAGE}/${id}">${subject}</a>
          <p>To ${recipient}, ${moment(keptAt)}</p>
        </li>`,
    );
    const content = html`<h1>Mail</h1>
      <p>This is a demo campus: its mails are kept here instead of being sent.</p>
      ${
        list.length > 0
          ? html`<ul class="fields">
              ${list}
            </ul>`
          : html`<p>No mails yet.</p>`
      }`;
    return send(reply, 'Mail', content);
  });

  app.get<{ Params: { id: string } }>(`${MAIL_PAGE}/:id`, async ({ params }, reply) => {
    const mail = isRecordId(params.id)
      ? await db.selectFrom('kept_mails').where('id', '=', params.id).selectAll().executeTakeFirst()
      : undefined;
    if (!mail) throw notFound('There is no such mail.');
    const content = html`<p><a href="${MAIL_PAGE}">All mails</a></p>
      <h1>${mail.subject}</h1>
      <p>To ${mail.recipient}, ${moment(mail.kept_at)}</p>
      <pre>${withLinks(mail.body)}</pre>`;
    return send(reply, mail.subject, content);
  });
};

const send = (reply: FastifyReply, title: string, content: Html): FastifyReply =>
  reply
    .header('content-security-policy', pagePolicy)
    .type('text/html; charset=utf-8')
    .send(pageOf(title, html`<main class="alone">${content}</main>`));

const withLinks = (text: string): Html =>
  new Html(
    escapeHtml(text).replaceAll(
      /https?:\/\/[^\s<]+/g,
      (address) => `<a href="${address}">${address}</a>`,
    ),
  );
