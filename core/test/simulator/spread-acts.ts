/** Spreads: the exchange lists them, makers quote around the difference of the fair prices, investors trade them. */
import type { CommandBody } from '@mua/core/engine';
import { legCodes, priceToText, type Random, type RefusalCode } from '@mua/core/values';
import type { Investors, Place } from '#test/simulator/investors.ts';
import type { Market } from '#test/simulator/market.ts';
import { expectRefusal, expectSound, SITUATIONS } from '#test/simulator/outcomes.ts';
import { CORN, FIRST_SPREADS } from '#test/simulator/reference-data.ts';
import type { Simulation } from '#test/simulator/simulation.ts';

const LEVELS = 3;

export class SpreadActs {
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

  /** Again and again: what is listed already stays as it is. */
  list(): void {
    const spread = this.random.pick(FIRST_SPREADS);
    this.simulation.run({ kind: 'listSpread', ...spread });
  }

  quote(): void {
    const { random } = this;
    for (const code of this.simulation.state.spreads.keys()) {
      const fair = this.fairTicks(code);
      for (const side of random.pick([['BUY', 'SELL'] as const, ['SELL', 'BUY'] as const])) {
        for (let level = 0; level < LEVELS; level += 1) {
          const away = side === 'BUY' ? -1 - level : 1 + level;
          const id = `maker-${code}-${side}-${level}`;
          this.simulation.exchange.quote(code, id, side, fair + away, random.between(1, 8));
        }
      }
    }
  }

  place(): void {
    const order = this.plan();
    if (!order) return;
    const { events } = this.simulation.run(order);
    if (order.accountId === 'dung-1') expectRefusal(events, 'InvestorTradingAccountNotAllowed');
    else if (this.investors.follows(order.accountId)) expectRefusal(events, 'SubAccountFollows');
    else expectSound(events, SITUATIONS);
  }

  /** The process dies while an order is live, and starts from a snapshot that has it. */
  placeAndCrash(): void {
    this.place();
    this.simulation.commit();
    this.simulation.takeSnapshot();
    this.simulation.crash('after');
  }

  /** A mistake with a known answer, which nothing in the market may come before. */
  placeWrongly(): void {
    const order = this.plan();
    if (!order || order.accountId === 'dung-1' || this.investors.follows(order.accountId)) return;
    const faults: readonly [Partial<Place>, RefusalCode][] = [
      [{ orderType: 'TRAILING_STOP', trailAmount: '1' }, 'BadRequest'],
      [{ orderType: 'STOP', stopPrice: '1' }, 'BadRequest'],
      [{ isReduceOnly: true }, 'BadRequest'],
      [{ takeProfit: '100', exitOrderId: 'exits' }, 'BadRequest'],
      [{ duration: 'GTD', expirationDate: '2026-12-01' }, 'BadRequest'],
      [{ limitPrice: 'abc' }, 'BadRequest'],
    ];
    const [fault, code] = this.random.pick(faults);
    expectRefusal(this.simulation.run({ ...order, ...fault }).events, code);
  }

  modify(): void {
    const order = this.investors.liveOrder();
    const spread = order && this.simulation.state.spreads.get(order.contractCode);
    if (!order || !spread || order.limitPriceTicks === null) return;
    const { random } = this;
    const limitPrice = priceToText(order.limitPriceTicks + random.between(-3, 3), spread.commodity.grid);
    this.simulation.run({
      kind: 'modifyOrder',
      accountId: order.accountId,
      orderId: order.orderId,
      ...(random.chance(0.6) ? { quantityLots: random.between(1, 10) } : {}),
      ...(random.chance(0.6) ? { limitPrice } : {}),
    });
  }

  cancelAll(): void {
    const contractCode = this.code();
    if (contractCode)
      this.simulation.run({ kind: 'cancelOrders', accountId: this.investors.accountId(), contractCode });
  }

  private code(): string | undefined {
    const codes = [...this.simulation.state.spreads.keys()];
    return codes.length === 0 ? undefined : this.random.pick(codes);
  }

  private fairTicks(code: string): number {
    const legs = legCodes(code);
    return legs ? this.market.fairTicks(legs.near) - this.market.fairTicks(legs.far) : 0;
  }

  private plan(): Extract<CommandBody, { kind: 'placeOrder' }> | undefined {
    const { random, investors } = this;
    const contractCode = this.code();
    if (!contractCode) return undefined;
    const { grid } = this.simulation.state.spreads.get(contractCode)?.commodity ?? CORN;
    const orderId = investors.nextId('spread');
    return {
      kind: 'placeOrder',
      accountId: investors.accountId(),
      orderId,
      clientOrderId: `client-${orderId}`,
      contractCode,
      side: random.chance(0.5) ? 'BUY' : 'SELL',
      orderType: 'LIMIT',
      duration: random.pick(['DAY', 'GTC', 'IOC'] as const),
      quantityLots: random.between(1, 5),
      limitPrice: priceToText(this.fairTicks(contractCode) + random.between(-4, 4), grid),
    };
  }
}
