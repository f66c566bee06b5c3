/** An investor's own limits on a sub-account, read from its durable row and set through the engine. */
import { type BrakesReply, readBrakes, setBrakes, type Brakes as WireBrakes } from '@mua/contract/http/brakes';
import { type Brakes, NO_BRAKES, type NoTradeHours } from '@mua/core/engine';
import type { Vnd } from '@mua/core/values';
import type pg from 'pg';
import { type Bind, ok } from '#http/bind-route.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { ReplyError } from '#refusals/reply-error.ts';
import { factsToWire, instantOrNull } from '#wire/wire-text.ts';

/** As the row has them: dong are text there. */
type StoredBrakes = Omit<Brakes, 'dailyLossVnd'> & { readonly dailyLossVnd: Vnd | string | null };

interface Standing {
  readonly brakes: StoredBrakes;
  readonly nextBrakes: StoredBrakes | null;
}

export function bindBrakesRoutes(
  bind: Bind,
  deps: { readonly pool: pg.Pool; readonly submit: Sequencer['submit'] },
): void {
  async function reply(accountId: string): Promise<BrakesReply> {
    const found = await deps.pool.query<{ standing: Standing | null }>(
      'select standing from trading_account where account_id = $1',
      [accountId],
    );
    const { brakes = NO_BRAKES, nextBrakes = null } = found.rows[0]?.standing ?? {};
    return { inForce: brakesToWire(brakes), next: nextBrakes && brakesToWire(nextBrakes) };
  }

  bind(readBrakes, async ({ params }) => ok(await reply(params.accountId)));
  bind(setBrakes, async ({ params, body, request }) => {
    const { accountId } = params;
    const { command, events } = await deps.submit({ kind: 'setBrakes', accountId, brakes: brakesFromWire(body) });
    request.commandSeq = command.seq;
    for (const event of events) {
      if (event.kind === 'commandRefused')
        throw new ReplyError(event.refusal.code, factsToWire(event.refusal.facts, undefined));
    }
    return ok(await reply(accountId));
  });
}

function brakesFromWire({ maxLotsPerOrder, dailyLoss, noTradeHours, coolOffUntil }: WireBrakes): Brakes {
  return {
    maxLotsPerOrder,
    dailyLossVnd: dailyLoss === null ? null : BigInt(dailyLoss),
    noTradeHours: noTradeHours && { fromMinute: minuteOf(noTradeHours.from), toMinute: minuteOf(noTradeHours.to) },
    coolOffUntilMs: coolOffUntil === null ? null : Date.parse(coolOffUntil),
  };
}

function brakesToWire({ maxLotsPerOrder, dailyLossVnd, noTradeHours, coolOffUntilMs }: StoredBrakes): WireBrakes {
  return {
    maxLotsPerOrder,
    dailyLoss: dailyLossVnd === null ? null : String(dailyLossVnd),
    noTradeHours: noTradeHours && hoursToWire(noTradeHours),
    coolOffUntil: instantOrNull(coolOffUntilMs),
  };
}

function hoursToWire({ fromMinute, toMinute }: NoTradeHours): { from: string; to: string } {
  return { from: timeOfDay(fromMinute), to: timeOfDay(toMinute) };
}

function minuteOf(text: string): number {
  const [hours = '0', minutes = '0'] = text.split(':');
  return Number(hours) * 60 + Number(minutes);
}

function timeOfDay(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
