/** Carries out a call's command: its refusal is the reply, and its place in the journal stands in the audit row. */
import type { FastifyRequest } from 'fastify';
import type { Sequencer } from '#journal/sequencer.ts';
import { ReplyError } from '#refusals/reply-error.ts';
import { factsToWire } from '#wire/wire-text.ts';

/** Throws the engine's refusal. For commands whose facts have no price. */
export async function carryOut(
  submit: Sequencer['submit'],
  request: FastifyRequest,
  body: Parameters<Sequencer['submit']>[0],
): Promise<void> {
  const { command, events } = await submit(body);
  request.commandSeq = command.seq;
  for (const event of events)
    if (event.kind === 'commandRefused')
      throw new ReplyError(event.refusal.code, factsToWire(event.refusal.facts, undefined));
}
