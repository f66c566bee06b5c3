/**
 * Writes a call's row to the audit log once its outcome is known and, where the contract demands it, before the reply
 * is sent: unless the reply says that nobody knows yet.
 */
import { type Audit, auditOf, type RouteDefinition } from '@mua/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditLog } from '#audit/audit-log.ts';
import type { AuditEntry } from '#audit/audit-row.ts';
import type { Clock } from '#ground/clock.ts';
import type { AddressReader } from '#http/client-address.ts';
import type { RouteAudit } from '#http/route-audit.ts';

export interface AuditTrail extends RouteAudit {
  /** For calls outside the contract's routes: the handler describes the act. Resolves when it is on disk. */
  writeAct(request: FastifyRequest, act: AuditAct): Promise<void>;
}

/** What the request itself does not say. */
export type AuditAct = Pick<
  AuditEntry,
  'actorKind' | 'actorId' | 'browserSessionId' | 'clientId' | 'route' | 'status' | 'code'
>;

export function createAuditTrail(deps: {
  readonly log: AuditLog;
  readonly clock: Clock;
  readonly addressOf: AddressReader;
}): AuditTrail {
  const { log, clock, addressOf } = deps;
  /** A row that can't be written fails the reply, and that failure passes through here again. */
  const noted = new WeakSet<FastifyRequest>();

  function originOf(request: FastifyRequest): Pick<AuditEntry, 'timeMs' | 'device' | 'address' | 'requestId'> {
    return {
      timeMs: clock.nowMs(),
      device: deviceOf(request.headers['user-agent']),
      address: plain(addressOf(request.raw)),
      requestId: request.id,
    };
  }

  function entryOf(name: string, route: RouteDefinition, request: FastifyRequest, reply: FastifyReply): AuditEntry {
    const { actor, refusalCode, commandSeq } = request;
    const isOperator = route.access === 'operator' && refusalCode !== 'Unauthorized' && refusalCode !== 'Forbidden';
    return {
      ...originOf(request),
      actorKind: actor ? (actor.grant ? 'program' : 'investor') : isOperator ? 'operator' : 'nobody',
      actorId: actor?.investorId ?? (isOperator ? operatorOf(request) : null),
      accountId: subjectOf(route, request),
      browserSessionId: actor?.browserSessionId ?? null,
      clientId: actor?.grant?.clientId ?? null,
      route: name,
      status: reply.statusCode,
      code: refusalCode,
      seq: commandSeq,
    };
  }

  return {
    admit(route) {
      if (auditOf(route) !== 'none') log.admit();
    },
    async writeAct(request, act) {
      await log.write({ ...originOf(request), accountId: null, seq: null, ...act });
    },
    hooksFor(name, route) {
      const kind = auditOf(route);
      if (kind === 'none') return {};
      return {
        async onSend(request, reply, payload) {
          if (didNothing(request, kind) || noted.has(request)) return payload;
          noted.add(request);
          const entry = entryOf(name, route, request, reply);
          // Whoever has waited for a database that hangs must not wait for it once more, and without end.
          if (kind === 'soon' || request.isOverdue) log.note(entry);
          else await log.write(entry);
          // Its time was up, and it was answered so: this answer ends here. The row is written when it can be.
          return reply.raw.writableEnded ? new Promise(() => {}) : payload;
        },
      };
    },
  };
}

/**
 * A rate-limited caller did nothing, and would fill the table. Nor was anything done for an order that was refused
 * because too much came: to write that down would cost more than to refuse it.
 */
function didNothing({ refusalCode }: FastifyRequest, kind: Audit): boolean {
  return refusalCode === 'TooManyRequests' || (kind === 'soon' && refusalCode === 'JOURNAL_UNAVAILABLE');
}

/** The name that an operator gives. */
function operatorOf({ body, query }: FastifyRequest): string | null {
  return textOf(body, 'operatorId') ?? textOf(query, 'operatorId');
}

/** The account that the call concerns; for a picture viewed by an operator, its owner. */
function subjectOf({ access, content }: RouteDefinition, { params, body, query }: FastifyRequest): string | null {
  const isLook = access === 'operator' && content !== undefined;
  return textOf(params, isLook ? 'id' : 'accountId') ?? textOf(body, 'accountId') ?? textOf(query, 'accountId');
}

/** A field of the request, if it is text: malformed requests are recorded too. */
function textOf(from: unknown, name: string): string | null {
  if (typeof from !== 'object' || from === null || !Object.hasOwn(from, name)) return null;
  const value = (from as Record<string, unknown>)[name];
  return typeof value === 'string' ? plain(value) : null;
}

/** As ids and addresses are. */
const IS_PLAIN = /^[ -~]{0,64}$/;

/**
 * Removes what PostgreSQL can't store as text and limits the length. Truncated first, because half of a surrogate pair
 * can't be stored either, and a row that can't be written blocks all later ones.
 */
function plain(text: string): string {
  if (IS_PLAIN.test(text)) return text;
  return text.slice(0, 64).replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '');
}

const PROGRAMS = /\b(Edg|OPR|SamsungBrowser|Firefox|Chrome|Version|curl|node|undici)\/(\d{1,4})/;
const SYSTEMS = /\b(Windows|Android|iPhone|iPad|Macintosh|CrOS|Linux)\b/;

/** Most callers say the same again and again. */
const devices = new Map<string, string>();
const DEVICES_KEPT = 1_000;

function deviceOf(agent = ''): string {
  const text = agent.slice(0, 400);
  const known = devices.get(text);
  if (known !== undefined) return known;
  if (devices.size >= DEVICES_KEPT) devices.clear();
  const device = deviceIn(text);
  devices.set(text, device);
  return device;
}

/** Only known words of the user agent: the rest could be anything. */
function deviceIn(text: string): string {
  const [, program, version] = PROGRAMS.exec(text) ?? [];
  const [system] = SYSTEMS.exec(text) ?? [];
  return [program && `${program}/${version}`, system].filter(Boolean).join(' ') || 'other';
}
