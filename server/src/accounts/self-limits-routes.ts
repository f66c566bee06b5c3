/** Routes of an investor's own limits on a sub-account: read from its durable row, set through the engine. */
import {
  readSelfLimits,
  type SelfLimitsReply,
  setSelfLimits,
  type SelfLimits as WireSelfLimits,
} from '@mua/contract/http/self-limits';
import { NO_SELF_LIMITS, type NoTradeHours, type SelfLimits } from '@mua/core/engine';
import type { Vnd } from '@mua/core/values';
import type pg from 'pg';
import { carryOut } from '#accounts/carry-out.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { instantOrNull } from '#wire/wire-text.ts';

/** As stored: amounts in dong are text. */
type StoredSelfLimits = Omit<SelfLimits, 'dailyLossVnd'> & { readonly dailyLossVnd: Vnd | string | null };

interface StoredAccount {
  readonly brakes: StoredSelfLimits;
  readonly nextBrakes: StoredSelfLimits | null;
}

export function bindSelfLimitsRoutes(
  bind: Bind,
  deps: { readonly pool: pg.Pool; readonly submit: Sequencer['submit'] },
): void {
  async function reply(accountId: string): Promise<SelfLimitsReply> {
    const found = await deps.pool.query<{ standing: StoredAccount | null }>(
      'select standing from trading_account where account_id = $1',
      [accountId],
    );
    const { brakes = NO_SELF_LIMITS, nextBrakes = null } = found.rows[0]?.standing ?? {};
    return { inForce: selfLimitsToWire(brakes), next: nextBrakes && selfLimitsToWire(nextBrakes) };
  }

  bind(readSelfLimits, async ({ params }) => ok(await reply(params.accountId)));
  bind(setSelfLimits, async ({ params, body, request }) => {
    const { accountId } = params;
    await carryOut(deps.submit, request, { kind: 'setBrakes', accountId, brakes: selfLimitsFromWire(body) });
    return ok(await reply(accountId));
  });
}

function selfLimitsFromWire({ maxLotsPerOrder, dailyLoss, noTradeHours, coolOffUntil }: WireSelfLimits): SelfLimits {
  return {
    maxLotsPerOrder,
    dailyLossVnd: dailyLoss === null ? null : BigInt(dailyLoss),
    noTradeHours: noTradeHours && { fromMinute: minuteOf(noTradeHours.from), toMinute: minuteOf(noTradeHours.to) },
    coolOffUntilMs: coolOffUntil === null ? null : Date.parse(coolOffUntil),
  };
}

function selfLimitsToWire({
  maxLotsPerOrder,
  dailyLossVnd,
  noTradeHours,
  coolOffUntilMs,
}: StoredSelfLimits): WireSelfLimits {
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
