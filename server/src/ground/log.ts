/** The structured log. Its lines name the request that caused them; credentials are removed from them. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { ownRequest } from '#ground/own-request.ts';

const SECRETS = ['password', 'cookie', '["set-cookie"]', 'authorization', 'ticket', 'token', 'pin', 'otp'];

/** Where secrets may occur: at the top level of a line, in one of its objects, or in that object's headers. */
const PLACES = ['', '*.', '*.headers.', '*.*.'];

export function createLog(level: string, destination?: DestinationStream): Logger {
  const paths = PLACES.flatMap((place) => SECRETS.map((name) => pathTo(place, name)));
  const options = { level, redact: { paths, censor: '***' }, mixin: requestOfLine };
  return destination ? pino(options, destination) : pino(options);
}

function requestOfLine(): { readonly requestId?: string } {
  const request = ownRequest();
  return request ? { requestId: request.requestId } : {};
}

function pathTo(place: string, name: string): string {
  return name.startsWith('[') ? `${place.replace(/\.$/, '')}${name}` : `${place}${name}`;
}
