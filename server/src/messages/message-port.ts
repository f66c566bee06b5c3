/** Sends messages: mail by SMTP, SMS by a webhook to any gateway. */
import type { OtpChannel } from '@mua/contract/entities/security';
import { createTransport } from 'nodemailer';
import type { Config } from '#ground/config.ts';
import type { Language } from '#messages/language.ts';

export interface OutgoingMessage {
  /** The same for every attempt, so that a gateway recognises a repetition. */
  readonly messageId: string;
  readonly to: string;
  readonly language: Language;
  /** Null for an SMS. */
  readonly subject: string | null;
  readonly text: string;
}

export interface MessagePort {
  /** Resolves when the recipient's server has accepted it; rejects if it refuses or takes too long. */
  send(message: OutgoingMessage): Promise<void>;
  close(): void;
}

export type MessagePorts = { readonly [C in OtpChannel]?: MessagePort };

/** The ports of the configured channels; other channels use the outbox. */
export function messagePortsOf({ mail, sms }: Pick<Config, 'mail' | 'sms'>): MessagePorts {
  return {
    ...(mail ? { email: createMailPort(mail.smtpUrl, mail.from) } : {}),
    ...(sms ? { phone: createSmsPort(sms.webhookUrl, sms.secret) } : {}),
  };
}

const PATIENCE_MS = 10_000;

/** `smtpUrl`: `smtps://user:password@mail.example:465`. `from` as in a mail's header. */
function createMailPort(smtpUrl: string, from: string): MessagePort {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: 2 * PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ messageId, to, subject, text }) {
      // An address object, so that a comma in a typed address can't make it two.
      const recipient = { name: '', address: to };
      const sent = transport.sendMail({
        ...{ from, to: recipient, subject: subject ?? '', text },
        messageId: `<${messageId}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      await sent.catch((error: unknown) => {
        throw new Error(`the mail server answered ${answerOf(error)}`);
      });
    },
    close: () => transport.close(),
  };
}

/** Omits the server's reply texts and the envelope: both contain the recipient, which must not be logged. */
function answerOf(error: unknown): string {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'nothing';
}

/** POSTs `{messageId, to, text}` as JSON; anything but 2xx is a failure. The secret is sent as `X-Webhook-Secret`. */
function createSmsPort(webhookUrl: string, secret: string | undefined): MessagePort {
  return {
    async send({ messageId, to, text }) {
      const response = await fetch(webhookUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(secret === undefined ? {} : { 'x-webhook-secret': secret }),
        },
        body: JSON.stringify({ messageId, to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`);
    },
    close: () => {},
  };
}
