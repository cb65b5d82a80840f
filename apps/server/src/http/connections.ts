import type { IncomingMessage, Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';

/** A connection above the limit is refused at its first request, or closed after this idle time. */
const surplusMs = 5000;

/** The key under which an address is counted: for IPv6 its /64 network, which one household owns. */
export const addressKey = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
};

/** Tells whether an address is in a list such as `127.0.0.1,10.0.0.0/8`. */
export const isAmong = (networks: false | string): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const network of networks ? networks.split(',') : []) {
    const [address = '', bits] = network.split('/');
    const whole = isIPv6(address) ? 128 : 32;
    list.addSubnet(address, Number(bits ?? whole), whole === 128 ? 'ipv6' : 'ipv4');
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
};

/**
 * Counts the connections of each address, except those of proxies, which carry everybody's. Tells
 * whether a connection is above the limit; above twice the limit it is closed at once.
 */
export const countConnections = (limit: number, proxies: false | string) => {
  const open = new Map<string, number>();
  const surplus = new WeakSet<Socket>();
  const isProxy = isAmong(proxies);
  const count = (socket: Socket): void => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const network = addressKey(address);
    const now = (open.get(network) ?? 0) + 1;
    open.set(network, now);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
    if (now <= limit) return;
    surplus.add(socket);
    socket.setTimeout(surplusMs);
    if (now > 2 * limit) socket.destroy();
  };
  return {
    watch: (server: Server): void => void server.on('connection', count),
    isSurplus: (socket: Socket): boolean => surplus.has(socket),
  };
};

/** A request slower than this (128 kbit/s) is abandoned after the basic timeout. */
const minBytesPerSecond = 16 * 1024;

/** Whether a request with so many bytes after so many milliseconds is too slow. */
export const isTooSlow = (elapsed: number, bytes: number, timeout: number): boolean =>
  elapsed > timeout + (bytes / minBytesPerSecond) * 1000;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Watches arriving bodies by their progress; a fixed timeout would be too short for a large file on a
 * slow line and too long for everything else. `giveUp` ends the request.
 */
export const watchArrival = (
  server: Server,
  timeout: number,
  giveUp: (request: IncomingMessage) => void,
): void => {
  const arriving = new Map<IncomingMessage, { readonly since: number; readonly before: number }>();
  server.prependListener('request', (request: IncomingMessage) => {
    if (!hasBody(request)) return;
    arriving.set(request, { since: performance.now(), before: request.socket.bytesRead });
    request.once('close', () => arriving.delete(request));
  });
  const look = (): void => {
    for (const [request, { since, before }] of arriving) {
      const bytes = request.socket.bytesRead - before;
      if (!request.complete && isTooSlow(performance.now() - since, bytes, timeout))
        giveUp(request);
    }
  };
  const watch = setInterval(look, Math.min(5000, timeout / 2)).unref();
  server.once('close', () => clearInterval(watch));
};
