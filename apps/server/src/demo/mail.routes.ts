import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Campus } from '../campus.ts';
import { isRecordId } from '../db/sql.ts';
import { notFound } from '../campus-error.ts';
import { escapeHtml, html, Html } from '../http/html.ts';

export const MAIL_PAGE = '/demo/mail';

/** What a person would find in the inbox, in a demo campus that sends no mails: at /demo/mail. */
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
          ? html`<ul>
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
      <div class="text">${withLinks(mail.body)}</div>`;
    return send(reply, mail.subject, content);
  });
};

const style = `
  :root { color-scheme: light; --page: #fff; --ink: #14262f; --line: #dce4e3; --link: #176274; }
  @media (prefers-color-scheme: dark) {
    :root { color-scheme: dark; --page: #13252e; --ink: #e8efef; --line: #2b4753; --link: #8cc4cf; }
  }
  html { background: var(--page); color: var(--ink); }
  body { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem; font: 1rem/1.55 system-ui, sans-serif; }
  h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
  a { color: var(--link); }
  ul { padding: 0; list-style: none; }
  li { padding: .75rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
  li p { margin: .25rem 0 0; }
  .text { padding: 1.25rem; border: 1px solid var(--line); border-radius: 8px;
    white-space: pre-wrap; overflow-wrap: anywhere; }`;

const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const send = (reply: FastifyReply, title: string, content: Html): FastifyReply =>
  reply
    .header('content-security-policy', mailPolicy)
    .type('text/html; charset=utf-8')
    .send(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <title>${title} &middot; Campus demo</title>
            ${new Html(`<style>${style}</style>`)}
          </head>
          <body>
            <main>${content}</main>
          </body>
        </html>`.text,
    );

const withLinks = (text: string): Html =>
  new Html(
    escapeHtml(text).replaceAll(
      /https?:\/\/[^\s<]+/g,
      (address) => `<a href="${address}">${address}</a>`,
    ),
  );
