/** Where a request comes from. A proxy on this machine is believed about it, and nobody else. */
import type { IncomingMessage } from 'node:http';

/** From this machine and not through a proxy on it. */
export function isLoopback(request: IncomingMessage): boolean {
  const { headers } = request;
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  return isOwnAddress(request.socket.remoteAddress);
}

export type AddressReader = (request: IncomingMessage) => string;

/** `hasProxy`: with a PUBLIC_URL there is one before us; without, nobody may speak for another address. */
export function createAddressReader(hasProxy: boolean): AddressReader {
  return (request) => {
    const peer = request.socket.remoteAddress ?? '';
    if (!hasProxy || !isOwnAddress(peer)) return peer;
    // Each proxy adds to the end; what stands before is only what the client claims.
    const said = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim();
    return said || peer;
  };
}

function isOwnAddress(address = ''): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}
