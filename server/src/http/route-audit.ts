/** The audit log that routes need: this room's port, which audit/ implements. */
import type { ReplyCode } from '@mua/contract/errors';
import type { RouteDefinition } from '@mua/contract/route';
import type { RouteShorthandOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error code of the reply, if it failed. */
    refusalCode: ReplyCode | null;
    /** Journal position of the call's command, if it made one. */
    commandSeq: number | null;
  }
}

export interface RouteAudit {
  /** Throws if the call can't be audited and so may not proceed. */
  admit(route: RouteDefinition): void;
  hooksFor(name: string, route: RouteDefinition): Pick<RouteShorthandOptions, 'onSend'>;
}
