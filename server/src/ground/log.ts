/** The structured log. Credentials are removed from its lines. */
import { type DestinationStream, type Logger, pino } from 'pino';

const SECRETS = ['password', 'cookie', '["set-cookie"]', 'authorization', 'ticket', 'token', 'pin', 'otp'];

/** Where secrets may occur: at the top level of a line, in one of its objects, or in that object's headers. */
const PLACES = ['', '*.', '*.headers.', '*.*.'];

export function createLog(level: string, destination?: DestinationStream): Logger {
  const paths = PLACES.flatMap((place) => SECRETS.map((name) => pathTo(place, name)));
  const options = { level, redact: { paths, censor: '***' } };
  return destination ? pino(options, destination) : pino(options);
}

function pathTo(place: string, name: string): string {
  return name.startsWith('[') ? `${place.replace(/\.$/, '')}${name}` : `${place}${name}`;
}
