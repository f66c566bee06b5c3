/**
 * Mail and SMS in transit. A message is written in the transaction of its cause and sent afterwards, so a crash loses
 * none; one that was being sent during a crash is sent twice, under the same id. Without a port it stays in the outbox,
 * where a demo's codes are read. One process writes what another sends: when it is due, and how long it is wanted, are
 * by the time of day, which both have, and what was never tried is due whoever's clock is a little ahead.
 */
import { randomBytes } from 'node:crypto';
import type { OtpChannel } from '@mua/contract/entities/security';
import type { OutboxMessage } from '@mua/contract/http/outbox';
import { LIMITS } from '@mua/contract/limits';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Queryable } from '#db/transaction.ts';
import { type Clock, timeOfDayMs } from '#ground/clock.ts';
import type { Jobs } from '#ground/jobs.ts';
import { inRequest, outsideRequests, ownRequest } from '#ground/own-request.ts';
import type { Secrets } from '#ground/secrets.ts';
import type { Language } from '#messages/language.ts';
import type { MessagePort, MessagePorts } from '#messages/message-port.ts';
import { type Rendered, renderMessage, type TemplateName } from '#messages/templates.ts';
import { instantText } from '#wire/wire-text.ts';

export interface NewMessage {
  readonly channel: OtpChannel;
  readonly to: string;
  readonly language: Language;
  readonly template: TemplateName;
  readonly facts: Readonly<Record<string, string>>;
  /** It is no longer sent after this time. */
  readonly expiresMs: number;
}

export interface Messages {
  /**
   * Writes it in the caller's transaction; call `wake` after the commit. With `isForNobody` the same work is done and
   * nothing is written, so that an unknown address takes as long as any other.
   */
  write(client: Queryable, message: NewMessage, isForNobody?: boolean): Promise<void>;
  /** Writes all in one statement. */
  writeAll(client: Queryable, messages: readonly NewMessage[]): Promise<void>;
  /** For texts that are no template and have an outbox of their own: the channel's port, or a demo's outbox. */
  portOf(channel: OtpChannel): MessagePort;
  /** Has waiting messages sent, in the background, by the process that sends them. */
  wake(): void;
  /** The outbox's contents, newest first. */
  newest(): Promise<OutboxMessage[]>;
  /** Resolves when nothing is being sent. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const RETRY_MS = 5_000;
const RETRY_CAP_MS = 5 * 60_000;
/** Number sent concurrently, so that one slow recipient does not delay the rest. */
const AT_ONCE = 5;

interface MessageRow {
  readonly ordinal: bigint;
  readonly message_id: string;
  readonly created_ms: bigint;
  readonly expires_ms: bigint;
  readonly channel: OtpChannel;
  readonly recipient: string;
  readonly language: Language;
  readonly sealed: string;
  readonly tries: number;
  readonly sent_ms: bigint | null;
  /** Whose it is; null of what no request has caused. */
  readonly request_id: string | null;
}

export function createMessages(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly ports: MessagePorts;
  readonly log: FastifyBaseLogger;
  readonly jobs: Jobs;
}): Messages {
  const { pool, clock, secrets, ports, log, jobs } = deps;
  const senders = (['email', 'phone'] as const).flatMap((channel) => {
    const port = ports[channel];
    return port && jobs.areHere ? [createSender({ pool, clock, secrets, log, channel, port })] : [];
  });
  const send = (): void => {
    for (const sender of senders) sender.wake();
  };
  const written = jobs.hand('work.messages', send);
  const stopRetrying = clock.every(RETRY_MS, send);
  // Messages left by a crash go first.
  send();

  async function insert(client: Queryable, messages: readonly NewMessage[], isForNobody: boolean): Promise<void> {
    const nowMs = clock.nowMs();
    const sealed = messages.map((message) => {
      const messageId = randomBytes(16).toString('base64url');
      return { messageId, sealed: secrets.seal(JSON.stringify(renderMessage(message)), `message:${messageId}`) };
    });
    await client.query(
      `insert into outgoing_message
         (message_id, created_ms, expires_ms, channel, recipient, language, sealed, next_try_ms, sent_ms,
          request_id)
       select m.message_id, $1, m.expires_ms, m.channel, m.recipient, m.language, m.sealed, $11, m.sent_ms, $10
       from unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[]) with ordinality
         as m (message_id, expires_ms, channel, recipient, language, sealed, sent_ms, place)
       where $9 order by m.place`,
      [
        nowMs,
        sealed.map((one) => one.messageId),
        messages.map((one) => one.expiresMs - clock.aheadMs),
        messages.map((one) => one.channel),
        messages.map((one) => one.to),
        messages.map((one) => one.language),
        sealed.map((one) => one.sealed),
        messages.map(({ channel }) => (ports[channel] ? null : nowMs)),
        !isForNobody,
        ownRequest()?.requestId ?? null,
        timeOfDayMs(clock),
      ],
    );
    if (!messages.every(({ channel }) => ports[channel])) await trimOutbox(client);
  }

  return {
    write: (client, message, isForNobody = false) => insert(client, [message], isForNobody),
    async writeAll(client, messages) {
      if (messages.length > 0) await insert(client, messages, false);
    },
    portOf: (channel) => ports[channel] ?? outboxPort({ pool, clock, secrets }, channel),
    wake: () => written(''),
    async newest() {
      const found = await pool.query<MessageRow>(
        'select * from outgoing_message where sent_ms is not null order by ordinal desc limit $1',
        [LIMITS.outboxMessages],
      );
      return found.rows.map((row) => ({
        messageId: row.message_id,
        sentAt: instantText(Number(row.sent_ms)),
        channel: row.channel,
        to: row.recipient,
        language: row.language,
        ...openMessage(secrets, row),
      }));
    },
    async settled() {
      await Promise.all(senders.map((sender) => sender.settled()));
    },
    async close() {
      stopRetrying();
      await Promise.all(senders.map((sender) => sender.close()));
    },
  };
}

/** What would have been sent lies there at once; a repetition of it is the same one. */
function outboxPort(
  { pool, clock, secrets }: { readonly pool: pg.Pool; readonly clock: Clock; readonly secrets: Secrets },
  channel: OtpChannel,
): MessagePort {
  return {
    async send({ messageId, to, language, subject, text }) {
      const sealed = secrets.seal(JSON.stringify({ subject, text }), `message:${messageId}`);
      await pool.query(
        `insert into outgoing_message
           (message_id, created_ms, expires_ms, channel, recipient, language, sealed, next_try_ms, sent_ms)
         values ($1, $2, $2, $3, $4, $5, $6, $2, $2) on conflict do nothing`,
        [messageId, clock.nowMs(), channel, to, language, sealed],
      );
      await trimOutbox(pool);
    },
    close: () => {},
  };
}

async function trimOutbox(client: Queryable): Promise<void> {
  await client.query(
    `delete from outgoing_message where sent_ms is not null and ordinal <=
       (select ordinal from outgoing_message where sent_ms is not null order by ordinal desc offset $1 limit 1)`,
    [LIMITS.outboxMessages],
  );
}

function openMessage(secrets: Secrets, row: MessageRow): Rendered {
  return JSON.parse(secrets.open(row.sealed, `message:${row.message_id}`)) as Rendered;
}

interface Sender {
  wake(): void;
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Runs one round at a time; waking it meanwhile starts another round afterwards. */
function createSender(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: FastifyBaseLogger;
  readonly channel: OtpChannel;
  readonly port: MessagePort;
}): Sender {
  const { pool, clock, secrets, log, channel, port } = deps;
  let round: Promise<void> | undefined;
  let isWoken = false;
  let isClosed = false;

  async function sendOne(row: MessageRow): Promise<void> {
    const { ordinal, message_id: messageId, recipient: to, language, tries, expires_ms: expiresMs } = row;
    if (Number(expiresMs) <= timeOfDayMs(clock)) log.warn({ channel, messageId, tries }, 'a message expired unsent');
    else {
      try {
        await port.send({ messageId, to, language, ...openMessage(secrets, row) });
      } catch (err) {
        const waitMs = Math.min(RETRY_MS * 2 ** tries, RETRY_CAP_MS);
        await pool.query('update outgoing_message set tries = tries + 1, next_try_ms = $2 where ordinal = $1', [
          ordinal,
          timeOfDayMs(clock) + waitMs,
        ]);
        log.warn({ err, channel, messageId, tries: tries + 1 }, 'a message was not taken, it will be tried again');
        return;
      }
    }
    await pool.query('delete from outgoing_message where ordinal = $1', [ordinal]);
  }

  async function sendDue(): Promise<void> {
    for (;;) {
      isWoken = false;
      const due = await pool.query<MessageRow>(
        `select * from outgoing_message where channel = $1 and sent_ms is null and (tries = 0 or next_try_ms <= $2)
         order by ordinal limit $3`,
        [channel, timeOfDayMs(clock), AT_ONCE],
      );
      const requestOf = ({ request_id: requestId }: MessageRow) => (requestId === null ? undefined : { requestId });
      await Promise.all(due.rows.map((row) => inRequest(requestOf(row), () => sendOne(row))));
      if (isClosed || (due.rows.length === 0 && !isWoken)) return;
    }
  }

  function wake(): void {
    isWoken = true;
    if (isClosed) return;
    round ??= outsideRequests(sendDue)
      .catch((err: unknown) => log.warn({ err, channel }, 'messages could not be sent'))
      .finally(() => {
        round = undefined;
      });
  }

  return {
    wake,
    async settled() {
      while (round) await round;
    },
    async close() {
      isClosed = true;
      // A hanging port times out by itself; its message stays in the table for the next start.
      await round;
      port.close();
    },
  };
}
