/** Tells those who follow a request what becomes of its commands, from the batch to what the exchange says of an order. */
import type { Command, EngineEvent } from '@mua/core/engine';
import type { Follow } from '#ground/own-request.ts';

interface Step {
  readonly command: Command;
  readonly events: readonly EngineEvent[];
}

export interface FollowedStep {
  readonly step: Step;
  readonly follow: Follow;
}

export interface FollowedCommands {
  committing(followed: readonly FollowedStep[]): void;
  /** Of a whole batch: the exchange's words are in steps that nobody follows. */
  durable(steps: readonly Step[], followed: readonly FollowedStep[]): void;
}

/** An exchange that does not answer, or an order that waits for its opening: the oldest are forgotten. */
const AWAITED_MOST = 10_000;

export function createFollowedCommands(): FollowedCommands {
  const awaited = new Map<string, Follow>();

  function acknowledge({ command }: Step): void {
    if (command.kind !== 'reportExecution') return;
    const { orderId, kind } = command.report;
    const follow = awaited.get(orderId);
    if (!follow) return;
    awaited.delete(orderId);
    follow('acknowledged', { orderId, report: kind, seq: command.seq });
  }

  function durable({ step, follow }: FollowedStep): void {
    follow('durable', { seq: step.command.seq });
    for (const event of step.events) {
      if (event.kind !== 'venueRequested') continue;
      const { request } = event;
      const { orderId } = request.kind === 'submit' ? request.order : request;
      follow('requested', { orderId, venue: event.venue });
      awaited.set(orderId, follow);
    }
    for (const orderId of awaited.keys()) {
      if (awaited.size <= AWAITED_MOST) return;
      awaited.delete(orderId);
    }
  }

  return {
    committing(followed) {
      for (const { follow } of followed) follow('committing');
    },
    durable(steps, followed) {
      if (awaited.size > 0) for (const step of steps) acknowledge(step);
      for (const one of followed) durable(one);
    },
  };
}
