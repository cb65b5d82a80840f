import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';

/** A connection above the limit gets one refusal, and may be silent no longer than this before it. */
const surplusMs = 5000;

/** An address as it is counted: of IPv6 the network, since a household has all of its addresses. */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
};

/** The proxies of a list such as `127.0.0.1,10.0.0.0/8`. */
const listOf = (networks: false | string): BlockList => {
  const list = new BlockList();
  for (const network of networks ? networks.split(',') : []) {
    const [address = '', bits] = network.split('/');
    const whole = isIPv6(address) ? 128 : 32;
    list.addSubnet(address, Number(bits ?? whole), whole === 128 ? 'ipv6' : 'ipv4');
  }
  return list;
};

/**
 * Counts the connections of each address, but not those of proxies, who bring everybody. Answers
 * whether a connection is above the limit. What is above twice the limit is closed at once.
 */
export const countConnections = (limit: number, proxies: false | string) => {
  const open = new Map<string, number>();
  const surplus = new WeakSet<Socket>();
  const uncounted = listOf(proxies);
  const count = (socket: Socket): void => {
    const address = socket.remoteAddress ?? '';
    if (uncounted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return;
    const network = networkOf(address);
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
