/** Determines the client address of a request. Only a proxy on this machine is trusted to forward one. */
import type { IncomingMessage } from 'node:http';

/** Whether the request comes from this machine itself, not through a proxy on it. */
export function isLoopback(request: IncomingMessage): boolean {
  const { headers } = request;
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  return isOwnAddress(request.socket.remoteAddress);
}

export type AddressReader = (request: IncomingMessage) => string;

/** `hasProxy`: with a PUBLIC_URL there is a trusted proxy; without, forwarded addresses are ignored. */
export function createAddressReader(hasProxy: boolean): AddressReader {
  return (request) => {
    const peer = request.socket.remoteAddress ?? '';
    if (!hasProxy || !isOwnAddress(peer)) return peer;
    // Each proxy appends; earlier entries are only the client's claim.
    const said = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim();
    return said || peer;
  };
}

/** Whether a peer is this machine. */
export function isOwnAddress(address = ''): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}
