import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { StartError } from '../start-error.ts';
import { countConnections, watchArrival } from './connections.ts';
import { answerHealth, isHealthPath, type Readiness, sendUnavailable } from './health.ts';

/** Longer than the idle timeout of common reverse proxies, so that the proxy ends a connection, not Campus. */
const KEEP_ALIVE_MS = 72_000;
/** Limits for arriving requests and open connections. */
export interface Arrival {
  /** Milliseconds for the headers of a request to arrive, and for its body in addition to its size. */
  readonly timeout: number;
  /** The most connections from one address. */
  readonly connections: number;
}

interface ListenerOptions extends Arrival {
  /** Trusted proxies, whose connections are not counted. */
  readonly proxies?: false | string;
  /** Headers of every reply, unless a route overrides them. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const defaultArrival: Arrival = { timeout: 60_000, connections: 4000 };

/**
 * The longest a request may take to arrive: a hand-in of ten large files at 1 Mbit/s. A hand-in counts
 * from when its request began, so this is also the most anybody can gain on a deadline.
 */
export const ARRIVAL_MS = 30 * 60_000;
/** A connection idle for this long is dead; no reply takes longer to begin. */
const SILENCE_MS = 10 * 60_000;
/** Requests still unanswered this long after a stop began are cut off. */
const DRAIN_MS = 10_000;

/** The process's HTTP listener. It opens before the application is ready. */
export type Listener = Awaited<ReturnType<typeof openListener>>;

/**
 * Listens on all hosts on the same port. The first host is mandatory; others that this machine does
 * not have (IPv6, for example) are left out.
 */
export const openListener = async (
  hosts: readonly [string, ...string[]],
  port: number,
  readiness: Readiness,
  { timeout, connections, proxies = false, headers = {} }: ListenerOptions = defaultArrival,
) => {
  let application: RequestListener | undefined;
  let closed: Promise<void> | undefined;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const surplus = isSurplus(request.socket);
    if (closed !== undefined || surplus) response.setHeader('connection', 'close');
    if (surplus) {
      request.resume();
      return sendUnavailable(response, tooManyConnections);
    }
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (isHealthPath(path)) return answerHealth(readiness, path, response);
    if (application !== undefined) return application(request, response);
    request.resume();
    sendUnavailable(response, await readiness.obstacle());
  };

  const { watch, isSurplus } = countConnections(connections, proxies);
  const servers: Server[] = [];
  const [first, ...others] = hosts;
  const open = async (host: string, onPort: number): Promise<Server> => {
    const times = {
      keepAliveTimeout: KEEP_ALIVE_MS,
      requestTimeout: ARRIVAL_MS,
      headersTimeout: timeout,
      connectionsCheckingInterval: Math.min(30_000, timeout / 2),
    };
    const server = createServer(times, (request, response) => {
      answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
    server.setTimeout(SILENCE_MS);
    server.on('clientError', (error, socket) => refuseUnreadable(error, socket as Socket, headers));
    watch(server);
    watchArrival(server, timeout, ({ socket }) => {
      const error = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      refuseUnreadable(error, socket, headers);
    });
    await listen(server, host, onPort);
    return server;
  };

  const main = await open(first, port);
  servers.push(main);
  const chosen = (main.address() as AddressInfo).port;
  for (const host of others) {
    try {
      servers.push(await open(host, chosen));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT') {
        servers.forEach((server) => server.close());
        throw error;
      }
    }
  }

  return {
    /** The actual port, also if any free one was requested. */
    port: chosen,
    /** Sends all requests except health checks to this listener from now on. */
    serve(listener: RequestListener): void {
      application = listener;
    },
    /** Stops accepting requests; resolves when those in flight are answered. */
    close: () => (closed ??= drain(servers)),
  };
};

const tooManyConnections =
  'Too many connections are open from your network. Please close some, or try again in a moment.';

const listen = async (server: Server, host: string, port: number): Promise<void> => {
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    const sentence = listenProblems[code];
    if (sentence === undefined) throw cause;
    throw Object.assign(new StartError(sentence(host, port), { cause }), { code });
  }
};

const listenProblems: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_host, port) =>
    `Port ${port} is already in use: stop the program that uses it, or set PORT to another number.`,
  EACCES: (_host, port) =>
    `PORT ${port} needs more rights than this user has: choose one above 1023.`,
  EADDRNOTAVAIL: (host) => `HOST ${host} is not an address of this machine.`,
  ENOTFOUND: (host) => `HOST ${host} is not the name of any address.`,
};

/** Sweeps repeatedly, since a connection that becomes idle during the stop would be kept alive. */
const drain = async (servers: readonly Server[]): Promise<void> => {
  const sweep = setInterval(() => {
    for (const server of servers) server.closeIdleConnections();
  }, 20);
  const cutOff = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, DRAIN_MS);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  clearInterval(sweep);
  clearTimeout(cutOff);
};

/** Answers bytes that cannot be parsed as HTTP, then closes the connection. */
const refuseUnreadable = (
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] =
    unreadable[error.code ?? ''] ??
    (['400 Bad Request', 'The request could not be read.'] as const);
  const body = JSON.stringify({ message, error: 'malformed' });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status}\r\n${lines.join('')}content-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    // Closes even if the client goes on sending.
    () => setTimeout(() => socket.destroy(), 1000).unref(),
  );
};

const unreadable: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};
