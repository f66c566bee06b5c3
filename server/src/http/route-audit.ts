/** What the routes need of an audit log: this room's port, which audit/ implements. */
import type { ReplyCode } from '@mua/contract/errors';
import type { RouteDefinition } from '@mua/contract/route';
import type { RouteShorthandOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code it was answered with, when it failed. */
    refusalCode: ReplyCode | null;
    /** Where its command stands in the journal, when it made one. */
    commandSeq: number | null;
  }
}

export interface RouteAudit {
  /** Throws when nothing may be done because it could not be noted. */
  admit(route: RouteDefinition): void;
  hooksFor(name: string, route: RouteDefinition): Pick<RouteShorthandOptions, 'onSend'>;
}
