import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { constants, zstdCompressSync } from 'node:zlib';

interface Sent {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Handlers that return JSON, by the first part of the path; they receive the other parts. */
export type Answers = Readonly<
  Record<string, (parts: readonly string[], sent: Sent) => Promise<string>>
>;

/** Shorter replies fit into one packet anyway. */
const worthwhile = 1400;
const params = { [constants.ZSTD_c_compressionLevel]: 1 };

/** Compresses as cheaply as possible if the client accepts it. */
const packed = (answer: string, { headers }: IncomingMessage): [string | Buffer, object] => {
  if (answer.length < worthwhile || !headers['accept-encoding']?.includes('zstd'))
    return [answer, {}];
  return [zstdCompressSync(answer, { params }), { 'content-encoding': 'zstd' }];
};

/** Runs a bare HTTP server in this process (started by process.ts). */
export const serve = (answers: Answers, close: () => Promise<unknown>): void => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, kind = '', ...parts] = (request.url ?? '').split('/');
    const asked = answers[kind];
    if (!asked) throw new Error(`There is no ${kind}.`);
    const body = request.method === 'POST' ? await text(request) : '';
    const [content, more] = packed(await asked(parts, { headers: request.headers, body }), request);
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(content),
      ...more,
    });
    response.end(content);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      response.writeHead(500, { 'content-length': 0 }).end();
    });
  });
  server.listen(Number(process.env['PORT']), process.env['HOST'], () => {
    console.log('It is ready.');
  });
  process.once('SIGTERM', () => {
    server.close();
    server.closeAllConnections();
    void close();
  });
};
