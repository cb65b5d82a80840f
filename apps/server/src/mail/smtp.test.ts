import { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type MailServer, openMailServer } from '../testing/mail-server.ts';
import { Undeliverable } from './mail.ts';
import { createSmtpMailer } from './smtp.ts';

let server: MailServer;

beforeAll(async () => {
  server = await openMailServer();
});
beforeEach(() => {
  server.mails.length = 0;
  server.refuseWith(undefined);
});
afterAll(() => server.close());

const send = (more: Partial<{ to: string; subject: string; text: string }> = {}) =>
  createSmtpMailer({ url: server.url, from: 'Campus <campus@example.edu>' }).send({
    to: 'anna@example.edu',
    subject: 'Hello',
    text: 'A text',
    messageId: '<invitation.1@campus.example.edu>',
    ...more,
  });

describe('a mail over SMTP', () => {
  test('arrives with sender, subject, its own Message-ID and as plain text', async () => {
    await send({ subject: 'Welcome to Campus, Émile 李雷 🎓', text: 'Zażółć\ngęślą jaźń.\n' });
    expect(server.mails).toHaveLength(1);
    const [mail] = server.mails;
    expect(mail?.to).toEqual(['anna@example.edu']);
    expect(mail?.headers.get('subject')).toBe('Welcome to Campus, Émile 李雷 🎓');
    expect(mail?.headers.get('from')).toBe('Campus <campus@example.edu>');
    expect(mail?.headers.get('message-id')).toBe('<invitation.1@campus.example.edu>');
    expect(mail?.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(mail?.text.replaceAll('\r\n', '\n')).toContain('Zażółć\ngęślą jaźń.');
  });

  test.each([
    ['Campus <campus@example.edu>', 'Northfield', 'Northfield <campus@example.edu>'],
    ['campus@example.edu', 'Northfield', 'Northfield <campus@example.edu>'],
    ['Registrar <campus@example.edu>', 'Northfield', 'Registrar <campus@example.edu>'],
    ['Campus <campus@example.edu>', null, 'Campus <campus@example.edu>'],
  ])('from %s of an institution %s comes from %s', async (from, name, sender) => {
    const mailer = createSmtpMailer({ url: server.url, from, senderName: () => name });
    const messageId = '<invitation.2@campus.example.edu>';
    await mailer.send({ to: 'anna@example.edu', subject: 'Hello', text: 'A text', messageId });
    expect(server.mails[0]?.headers.get('from')).toBe(sender);
  });

  test('may be looked at by the server for a minute before it is accepted', async () => {
    const timeouts = vi.spyOn(Socket.prototype, 'setTimeout');
    await send();
    // Those of the server of this test come with a listener.
    const waits = timeouts.mock.calls.filter(([, listener]) => !listener).map(([ms]) => ms);
    timeouts.mockRestore();
    expect(waits.findLast((ms) => ms > 0)).toBe(60_000);
  });

  test('keeps a long link on one line', async () => {
    const link = `https://campus.example.edu/set-password#token=${'x'.repeat(60)}`;
    await send({ text: `Here:\n\n${link}\n` });
    expect(server.mails[0]?.text).toContain(link);
  });

  test('has no more headers and recipients than it was given', async () => {
    await send({ subject: 'Hello\r\nBcc: eve@example.edu', to: 'anna@example.edu' });
    await send({ to: 'a,eve@example.edu' }).catch(() => undefined);
    for (const mail of server.mails) {
      expect(mail.to).toHaveLength(1);
      expect(mail.headers.has('bcc')).toBe(false);
    }
  });

  test('is undeliverable when refused for good, and tried again when refused for now', async () => {
    server.refuseWith(550);
    await expect(send()).rejects.toThrow(Undeliverable);
    server.refuseWith(451);
    const later = await send().catch((error: unknown) => error);
    expect(later).toBeInstanceOf(Error);
    expect(later).not.toBeInstanceOf(Undeliverable);
  });

  test.each([
    ['the server itself', 554, 'connect', 'No SMTP service here'],
    ['our sender, as without a password', 530, 'sender', '5.7.0 Authentication required'],
    ['to pass it on', 554, 'recipient', '5.7.1 Relay access denied'],
  ] as const)('is tried again when %s is refused', async (_what, code, refused, sentence) => {
    server.refuseWith(code, refused, sentence);
    const refusal = await send().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).not.toBeInstanceOf(Undeliverable);
    expect(String(refusal)).toContain(sentence);
  });

  test('is tried again when there is no server', async () => {
    const gone = await openMailServer();
    await gone.close();
    const mailer = createSmtpMailer({ url: gone.url, from: 'campus@example.edu' });
    const refused = await mailer
      .send({ to: 'a@example.edu', subject: '', text: '', messageId: '<x@y>' })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Error);
    expect(refused).not.toBeInstanceOf(Undeliverable);
  });
});
