/** Acts on conditional orders: trailing stops and exit pairs on positions, modified and cancelled; and own limits. */
import type { ConditionalOrder } from '@mua/core/engine';
import { priceToText, type Random } from '@mua/core/values';
import type { Investors } from '#test/simulator/investors.ts';
import type { Market } from '#test/simulator/market.ts';
import { expectRefusal, expectSound, SITUATIONS } from '#test/simulator/outcomes.ts';
import { ACCOUNTS } from '#test/simulator/reference-data.ts';
import type { Simulation } from '#test/simulator/simulation.ts';

export class ConditionalActs {
  private readonly simulation: Simulation;
  private readonly market: Market;
  private readonly investors: Investors;
  private readonly random: Random;

  constructor(simulation: Simulation, market: Market, investors: Investors, random: Random) {
    this.simulation = simulation;
    this.market = market;
    this.investors = investors;
    this.random = random;
  }

  placeTrailingStop(): void {
    const { random } = this;
    const { accountId, contractCode } = this.investors.holder();
    const contract = this.simulation.listings.find(contractCode);
    if (!contract) return;
    const netLots = this.simulation.state.accounts.get(accountId)?.positions.get(contractCode)?.netLots ?? 0;
    const isReduceOnly = netLots !== 0 && random.chance(0.7);
    const orderId = this.investors.nextId('trail');
    const side = netLots > 0 ? 'SELL' : 'BUY';
    const { events } = this.simulation.run({
      kind: 'placeOrder',
      accountId,
      orderId,
      clientOrderId: orderId,
      contractCode,
      side,
      orderType: 'TRAILING_STOP',
      duration: random.pick(['DAY', 'GTC'] as const),
      quantityLots: isReduceOnly ? random.between(1, Math.min(50, Math.abs(netLots))) : random.between(1, 4),
      ...(isReduceOnly ? { isReduceOnly } : {}),
      ...(random.chance(0.5)
        ? { trailAmount: priceToText(random.between(1, 12), contract.commodity.grid) }
        : { trailPercent: random.pick(['0.1', '0.25', '1', '5', '50']) }),
      ...(random.chance(0.2) ? { stopPrice: this.investors.priceText(contract, (side === 'SELL' ? -1 : 1) * 9) } : {}),
    });
    if (accountId === 'dung-1') expectRefusal(events, 'InvestorTradingAccountNotAllowed');
    else if (this.investors.follows(accountId)) expectRefusal(events, 'SubAccountFollows');
    else expectSound(events, SITUATIONS);
  }

  placeExitPair(): void {
    const { random } = this;
    const { accountId, contractCode } = this.investors.holder();
    const contract = this.simulation.listings.find(contractCode);
    if (!contract) return;
    const netLots = this.simulation.state.accounts.get(accountId)?.positions.get(contractCode)?.netLots ?? 0;
    const sign = netLots > 0 ? 1 : -1;
    const orderId = this.investors.nextId('pair');
    const which = random.below(3);
    const { events } = this.simulation.run({
      kind: 'placeOrder',
      accountId,
      orderId,
      clientOrderId: orderId,
      contractCode,
      side: netLots > 0 ? 'SELL' : 'BUY',
      orderType: 'TPSL',
      duration: random.pick(['DAY', 'GTC'] as const),
      quantityLots: Math.min(50, Math.max(1, Math.abs(netLots) - random.below(3))),
      ...(which === 0 ? {} : { takeProfit: this.investors.priceText(contract, sign * random.between(2, 15)) }),
      ...(which === 1 ? {} : { stopLoss: this.investors.priceText(contract, -sign * random.between(2, 15)) }),
    });
    if (accountId === 'dung-1') expectRefusal(events, 'InvestorTradingAccountNotAllowed');
    else if (this.investors.follows(accountId)) expectRefusal(events, 'SubAccountFollows');
    else expectSound(events, SITUATIONS);
  }

  modifyConditional(): void {
    const { random } = this;
    const conditional = this.waiting();
    const contract = this.simulation.listings.find(conditional?.contractCode);
    if (!conditional || !contract) return;
    const { accountId, conditionalOrderId, kind, side } = conditional;
    const sign = side === 'SELL' ? 1 : -1;
    const near = (away: number): string =>
      priceToText(this.market.fairTicks(contract.code) + away, contract.commodity.grid);
    const { events } = this.simulation.run({
      kind: 'modifyConditional',
      accountId,
      conditionalOrderId,
      ...(random.chance(0.3) && conditional.parentOrderId === null ? { quantityLots: random.between(1, 6) } : {}),
      ...(kind === 'TPSL' && random.chance(0.6) ? { takeProfit: near(sign * random.between(2, 15)) } : {}),
      ...(kind === 'TPSL' && random.chance(0.6) ? { stopLoss: near(-sign * random.between(2, 15)) } : {}),
      ...(kind === 'TRAILING_STOP' && random.chance(0.6)
        ? { trailAmount: priceToText(random.between(1, 12), contract.commodity.grid) }
        : {}),
    });
    expectSound(events, SITUATIONS);
  }

  cancelConditional(): void {
    const conditional = this.waiting();
    if (!conditional) return;
    const { accountId, conditionalOrderId } = conditional;
    expectSound(this.simulation.run({ kind: 'cancelConditional', accountId, conditionalOrderId }).events, []);
    const again = this.simulation.run({ kind: 'cancelConditional', accountId, conditionalOrderId });
    expectRefusal(again.events, 'ConditionalOrderNotAllowed');
  }

  private waiting(): ConditionalOrder | undefined {
    const waiting = [...this.simulation.state.conditionals.values()].filter(
      ({ status }) => status === 'PENDING_ACTIVATION',
    );
    return waiting.length === 0 ? undefined : this.random.pick(waiting);
  }

  /** Tightened and loosened, in any mixture. */
  setSelfLimits(): void {
    const { random, simulation } = this;
    const { accountId } = random.pick(ACCOUNTS);
    const timeMs = simulation.state.timeMs;
    const from = random.below(1440);
    simulation.run({
      kind: 'setBrakes',
      accountId,
      brakes: {
        maxLotsPerOrder: random.chance(0.5) ? random.between(1, 10) : null,
        dailyLossVnd: random.chance(0.4) ? BigInt(random.between(1, 80)) * 1_000_000n : null,
        noTradeHours: random.chance(0.2)
          ? { fromMinute: from, toMinute: (from + random.between(1, 200)) % 1440 }
          : null,
        coolOffUntilMs: random.chance(0.2) ? timeMs + random.between(10, 5_000) : null,
      },
    });
  }
}
