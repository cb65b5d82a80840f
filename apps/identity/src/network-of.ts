import { isIPv4, isIPv6 } from 'node:net';
import { normalizeIP } from '@better-auth/core/utils/ip';

/**
 * The network of an address, enough for its owner to know the place and no more: `203.0.113.x`, or what
 * an IPv6 subscriber has (`2001:db8:1:2::`). Empty for what is no address, and for
 * this machine itself.
 */
export function networkOf(ip: string): string {
  const address = normalizeIP(ip, { ipv6Subnet: 64 });
  if (isIPv4(address)) return address.startsWith('127.') ? '' : address.replace(/\d+$/, 'x');
  const network = isIPv6(address) && URL.parse(`http://[${address}]`)?.hostname.slice(1, -1);
  return network && network !== '::' ? network : '';
}
