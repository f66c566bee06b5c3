/**
 * The network that an address counts for: the owner of one IPv6 address, home line or server, has the other 2^64 of its
 * network.
 */
import { isIPv6 } from 'node:net';

/** An IPv4 address unchanged, also if written as IPv6; the /64 of an IPv6 address; anything else unchanged. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const groups = groupsOf(bare);
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return dotted(groups.slice(6));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** All eight groups, without leading zeros. */
function groupsOf(address: string): string[] {
  // A URL normalises an address, with the longest run of zeros omitted.
  const [head = [], tail = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

function dotted(groups: readonly string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 0xff])
    .join('.');
}
