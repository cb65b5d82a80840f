import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: readonly string[];
  /** Decoded, by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** What the server can refuse: a connection, a sender or a recipient. */
type Refused = 'connect' | 'sender' | 'recipient';

export interface MailServer {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** Refuses the next recipients with this code, or what is named; undefined accepts everything again. */
  refuseWith(code: number | undefined, refused?: Refused, sentence?: string): void;
  /** Delays the reply to the next mail; resolves when one has arrived, with a function that accepts it. */
  hesitate(): Promise<() => void>;
  close(): Promise<void>;
}

/** A real SMTP server on this machine that keeps the mails it receives. */
export const openMailServer = async (): Promise<MailServer> => {
  const mails: ReceivedMail[] = [];
  let refusal: { refused: Refused; responseCode: number; sentence: string } | undefined;
  let hold: ((take: () => void) => void) | undefined;
  const refusalOf = (what: Refused): Error | null =>
    refusal?.refused === what
      ? Object.assign(new Error(refusal.sentence), { responseCode: refusal.responseCode })
      : null;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onConnect: (_session, done) => done(refusalOf('connect')),
    onMailFrom: (_address, _session, done) => done(refusalOf('sender')),
    onRcptTo: (_address, _session, done) => done(refusalOf('recipient')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const take = (): void => {
          mails.push({ to, ...read(Buffer.concat(chunks).toString()) });
          done();
        };
        if (hold) hold(take);
        else take();
        hold = undefined;
      });
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuseWith(responseCode, refused = 'recipient', sentence = 'not today') {
      refusal = responseCode === undefined ? undefined : { refused, responseCode, sentence };
    },
    hesitate: () =>
      new Promise((resolve) => {
        hold = resolve;
      }),
    close: () => new Promise((closed) => server.close(closed)),
  };
};

const read = (raw: string): Pick<ReceivedMail, 'headers' | 'text'> => {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
    }),
  );
  const encoding = headers.get('content-transfer-encoding');
  const body = raw.slice(end + 4);
  const bytes = encoding === 'base64' ? Buffer.from(body, 'base64') : quotedPrintable(body);
  return {
    headers,
    text: encoding === '7bit' ? body : bytes.toString(),
  };
};

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );

/** Decodes the non-ASCII words of a header (RFC 2047). */
const decodeWords = (value: string): string =>
  value
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      (kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64')
        : quotedPrintable(word.replaceAll('_', ' '))
      ).toString(),
    );
