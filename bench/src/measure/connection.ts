import { once } from 'node:events';
import { createConnection } from 'node:net';

/** A request that is sent in one piece, headers and body. */
export interface Request {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What current browsers send. */
export const browserEncodings = 'gzip, deflate, br, zstd';

export const encode = ({ method = 'GET', path, headers = {}, body }: Request): Buffer => {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const all = { host: 'localhost', 'accept-encoding': browserEncodings, ...headers, ...length };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
};

const headEnd = Buffer.from('\r\n\r\n');

/** Takes the pieces of a body; returns true for the last one. */
type Body = (piece: Buffer) => boolean;

const bodyOfLength = (length: number): Body => {
  let left = length;
  return (piece) => (left -= piece.length) <= 0;
};

const bodyInChunks = (): Body => {
  /** Bytes left of a chunk, including the line break after it. */
  let left = 0;
  let isLast = false;
  let line = '';
  return (piece) => {
    for (let at = 0; at < piece.length;) {
      if (left > 0) {
        const taken = Math.min(left, piece.length - at);
        left -= taken;
        at += taken;
        continue;
      }
      const end = piece.indexOf('\n', at);
      line += piece.toString('latin1', at, end < 0 ? undefined : end);
      if (end < 0) return false;
      at = end + 1;
      const size = Number.parseInt(line, 16);
      isLast = size === 0;
      left = size + 2;
      line = '';
    }
    return isLast && left === 0;
  };
};

const bodyAfter = (head: string, status: number): Body => {
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return bodyInChunks();
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined && status !== 204)
    throw new Error(`An answer did not say where it ends: ${head}`);
  return bodyOfLength(Number(length ?? 0));
};

/**
 * A connection that sends one encoded request after another. Of each response it reads only the status and
 * where it ends: a client that did more would be measured together with the server, with which it shares the
 * processor.
 */
export const openConnection = async (origin: string) => {
  const { hostname, port } = new URL(origin);
  const socket = createConnection({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let waiting: PromiseWithResolvers<number> | undefined;
  let head: Buffer = Buffer.alloc(0);
  let status = 0;
  /** Undefined until the headers are complete. */
  let body: Body | undefined;

  const fail = (reason: string): void => {
    waiting?.reject(new Error(reason));
    socket.destroy();
  };
  /** Returns the part that belongs to the body once the headers are complete. */
  const readHead = (piece: Buffer): Buffer | undefined => {
    head = head.length === 0 ? piece : Buffer.concat([head, piece]);
    const end = head.indexOf(headEnd);
    if (end < 0) return undefined;
    const text = head.toString('latin1', 0, end);
    status = Number(text.slice(9, 12));
    body = bodyAfter(text, status);
    const rest = head.subarray(end + headEnd.length);
    head = Buffer.alloc(0);
    return rest;
  };
  socket.on('data', (piece: Buffer) => {
    try {
      const rest = body ? piece : readHead(piece);
      if (rest === undefined || !body?.(rest)) return;
      body = undefined;
      waiting?.resolve(status);
    } catch (error) {
      fail(String(error));
    }
  });
  socket.setTimeout(60_000, () => fail('A request was not answered for a minute.'));
  socket.on('error', (error) => fail(error.message));
  socket.on('close', () => fail('The server closed a connection.'));

  return {
    /** Whether neither side has closed it, as happens after a minute without a response or request. */
    isOpen: (): boolean => !socket.destroyed,
    /** Resolves to the status. */
    send(request: Buffer): Promise<number> {
      waiting = Promise.withResolvers<number>();
      socket.write(request);
      return waiting.promise;
    },
    close(): void {
      waiting = undefined;
      socket.destroy();
    },
  };
};
