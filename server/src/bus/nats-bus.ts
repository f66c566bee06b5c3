/** The bus of several machines: NATS, as pure wire. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import {
  connect,
  errors,
  type Msg,
  type NatsConnection,
  type NodeConnectionOptions,
  NoRespondersError,
  PermissionViolationError,
  RequestError,
} from '@nats-io/transport-node';
import { type Bus, BusRefusedError, demandCarriable, NoAnswerError, NotCarriedError } from '#bus/bus.ts';

export interface NatsSettings {
  /**
   * Comma-separated `nats://user:password@host:4222`, or `tls://` where the wire is encrypted; whoever is named first
   * says who asks.
   */
  readonly url: string;
  /** A PEM file of who has signed the certificates, where the machine does not know it. */
  readonly caFile?: string | undefined;
  /** Of this process, for whoever looks at the bus. */
  readonly name: string;
}

const CONNECT_MS = 5_000;
/** A bus that is gone is tried again so often, for ever. */
const AGAIN_MS = 100;
const PING_MS = 2_000;

export interface NatsNews {
  /** The bus was lost, or is back. */
  readonly onAway?: (isAway: boolean) => void;
  /** Whoever listens could do nothing with what came. */
  readonly onUnheard?: (subject: string, error: unknown) => void;
  /** Its user may not say or hear that: once for each subject. What may not be heard is not heard from then on. */
  readonly onForbidden?: (operation: 'publish' | 'subscription', subject: string) => void;
}

/** @throws BusRefusedError */
export async function connectNats(settings: NatsSettings, news: NatsNews = {}): Promise<Bus> {
  const options = optionsOf(settings);
  const connection = await connect(options).catch((error: Error) => {
    throw refusedBy(error, settings);
  });
  let isAway = false;
  void tellOfState(connection, {
    ...news,
    onAway(isSo) {
      isAway = isSo;
      news.onAway?.(isSo);
    },
  });
  return overNats(connection, () => isAway, news);
}

function optionsOf({ url, caFile, name }: NatsSettings): NodeConnectionOptions {
  const urls = url.split(',').map((one) => new URL(one.trim()));
  const [first] = urls;
  const isEncrypted = urls.some(({ protocol }) => protocol === 'tls:');
  return {
    ...{ name, timeout: CONNECT_MS, maxReconnectAttempts: -1, reconnectTimeWait: AGAIN_MS, reconnectJitter: AGAIN_MS },
    // A password that is being changed is refused for a while, and the client would give up at the second refusal.
    ignoreAuthErrorAbort: true,
    ...{ pingInterval: PING_MS, maxPingOut: 2, servers: urls.map(({ host }) => host) },
    ...(first?.username ? { user: decodeURIComponent(first.username), pass: decodeURIComponent(first.password) } : {}),
    ...(isEncrypted ? { tls: encryption(urls, caFile) } : {}),
  };
}

/** A host of the bus as a certificate names it: IPv6 without brackets. */
const nameOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * The client compares a certificate with the name that it calls, and with `localhost` where that is an IP address. So it
 * is compared here: whoever is one of those in BUS_URL is the bus.
 */
function encryption(urls: readonly URL[], caFile: string | undefined) {
  if (caFile !== undefined) demandCertificate(caFile);
  const names = urls.map(nameOf);
  return {
    ...(caFile === undefined ? {} : { caFile }),
    checkServerIdentity(_called: string, certificate: PeerCertificate): Error | undefined {
      if (names.some((name) => !checkServerIdentity(name, certificate))) return undefined;
      return new Error(
        `the certificate is that of ${certificate.subjectaltname ?? 'nobody'}, not of ${names.join(', ')}`,
      );
    },
  };
}

function demandCertificate(file: string): void {
  try {
    new X509Certificate(readFileSync(file));
  } catch (error) {
    throw new BusRefusedError(`BUS_CA_FILE: ${file} can't be read: ${(error as Error).message}`);
  }
}

/** What TLS calls a certificate that nobody known has signed. */
const SIGNED_BY_A_STRANGER = new Set<unknown>([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_SIGNATURE_FAILURE',
]);

function refusedBy(error: Error, { caFile }: NatsSettings): BusRefusedError {
  if (!('code' in error && SIGNED_BY_A_STRANGER.has(error.code)))
    return new BusRefusedError(`BUS_URL: ${error.message}`, { cause: error });
  const by = caFile === undefined ? 'anybody whom this machine knows' : `those in ${caFile}`;
  return new BusRefusedError(`BUS_CA_FILE: the certificate of the bus is not signed by ${by}`, { cause: error });
}

async function tellOfState(connection: NatsConnection, { onAway, onForbidden }: NatsNews): Promise<void> {
  const forbidden = new Set<string>();
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') onAway?.(true);
    if (status.type === 'reconnect') onAway?.(false);
    if (status.type !== 'error' || !(status.error instanceof PermissionViolationError)) continue;
    const { operation, subject } = status.error;
    // An alive sign is said several times a second.
    if (forbidden.has(`${operation} ${subject}`)) continue;
    forbidden.add(`${operation} ${subject}`);
    onForbidden?.(operation, subject);
  }
}

function overNats(connection: NatsConnection, isAway: () => boolean, { onUnheard }: NatsNews): Bus {
  function carriable(subject: string, text: string): Uint8Array {
    const bytes = Buffer.from(text);
    demandCarriable(subject, bytes.length);
    return bytes;
  }

  function listen(subject: string, hear: (message: Msg) => void, queue?: string): () => void {
    const subscription = connection.subscribe(subject, {
      ...(queue === undefined ? {} : { queue }),
      callback(error, message) {
        // `onForbidden` has been told.
        if (error) return;
        // The client would read nothing any more, of whatever subject.
        try {
          hear(message);
        } catch (fault) {
          onUnheard?.(subject, fault);
        }
      },
    });
    return () => subscription.unsubscribe();
  }

  return {
    publish(subject, text) {
      connection.publish(subject, carriable(subject, text));
    },
    subscribe(subject, listener) {
      return listen(subject, (message) => listener(textOf(message)));
    },
    async request(subject, text, withinMs) {
      const bytes = carriable(subject, text);
      try {
        return textOf(await connection.request(subject, bytes, { timeout: withinMs }));
      } catch (error) {
        throw told(error, subject, withinMs);
      }
    },
    serve(subject, answer) {
      // Of several that serve it one answers; the name of the queue is of no matter.
      return listen(
        subject,
        (message) => {
          // The bus may have been closed meanwhile: whoever asked has no answer, as from one that failed.
          answer(textOf(message))
            .then((text) => message.respond(carriable(subject, text)))
            .catch(() => {});
        },
        'servers',
      );
    },
    get isAway() {
      return isAway();
    },
    close: () => connection.drain(),
  };
}

function textOf({ data }: Msg): string {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8');
}

/** What was not handed over has not been done; of all else nobody knows. */
function told(error: unknown, subject: string, withinMs: number): Error {
  const why = error instanceof RequestError ? (error.cause ?? error) : error;
  const isKept = why instanceof errors.ClosedConnectionError || why instanceof errors.DrainingConnectionError;
  if (isKept || why instanceof NoRespondersError)
    return new NotCarriedError(`nobody serves ${subject}`, { cause: error });
  return new NoAnswerError(`nobody has answered on ${subject} within ${withinMs} ms`, { cause: error });
}
