import { BlockList, isIP } from 'node:net';

const IPV6_NETWORK_GROUPS = 4;
const IPV4_NETWORK_OCTETS = 3;

interface AddressRange {
  readonly address: string;
  readonly prefixBits: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** Parses `10.0.0.1`, `10.0.0.0/8` or their IPv6 equivalents; null for anything else. */
export function parseAddressRange(text: string): AddressRange | null {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return null;
  const widest = version === 4 ? 32 : 128;
  const prefixBits = prefix === undefined ? widest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
  if (prefixBits < 0 || prefixBits > widest) return null;
  return { address, prefixBits, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** Maps `::ffff:10.0.0.1`, as dual-stack sockets report it, to 10.0.0.1. */
function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address.trim());
  return mapped?.[1] ?? address.trim();
}

/**
 * An IPv6 customer owns a whole /64, so addresses are counted by that network. `2001:db8:1:2:a:b:c:d` and
 * `2001:db8:1:2::1` both become `2001:db8:1:2`.
 */
function countedAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  const groups = address.includes('::') ? [...front, ...zeros, ...back] : front;
  return groups.slice(0, IPV6_NETWORK_GROUPS).join(':').toLowerCase();
}

/**
 * The network of an address of {@link ClientAddress}: the first 24 bits of IPv4; an IPv6 address is already
 * the 64-bit network. `203.0.113.5` becomes `203.0.113`.
 */
export function networkOf(address: string): string {
  return isIP(address) === 4 ? address.split('.').slice(0, IPV4_NETWORK_OCTETS).join('.') : address;
}

export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | undefined) => string;

/**
 * Creates the function that returns a request's client address, for rate limits and logs. X-Forwarded-For is
 * read from its right end, and only as long as each hop is a trusted proxy: entries written by the client
 * itself are never trusted. `onIgnored` receives the sender of such a header that no trusted proxy has sent.
 */
export function createClientAddress(
  trustedProxies: readonly string[],
  onIgnored: (hop: string) => void = () => undefined,
): ClientAddress {
  const trusted = new BlockList();
  for (const range of trustedProxies.map(parseAddressRange)) {
    if (range !== null) trusted.addSubnet(range.address, range.prefixBits, range.family);
  }
  const isTrusted = (address: string) => {
    const version = isIP(address);
    return version !== 0 && trusted.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
  return (socketAddress, forwardedFor) => {
    let client = plainAddress(socketAddress ?? 'unknown');
    if (forwardedFor === undefined) return countedAddress(client);
    if (!isTrusted(client)) onIgnored(client);
    const hops = forwardedFor.split(',').map(plainAddress).reverse();
    for (const hop of hops) {
      if (!isTrusted(client) || isIP(hop) === 0) break;
      client = hop;
    }
    return countedAddress(client);
  };
}
