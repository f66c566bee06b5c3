/** Rolls of positions into another month of their commodity, and mistakes in them. */
import type { Random, RefusalCode } from '@mua/core/values';
import type { Investors, Place } from '#test/simulator/investors.ts';
import { expectRefusal, expectSound, SITUATIONS } from '#test/simulator/outcomes.ts';
import type { SimulatedContract } from '#test/simulator/reference-data.ts';
import type { Simulation } from '#test/simulator/simulation.ts';

export class RollActs {
  private readonly simulation: Simulation;
  private readonly investors: Investors;
  private readonly random: Random;

  constructor(simulation: Simulation, investors: Investors, random: Random) {
    this.simulation = simulation;
    this.investors = investors;
    this.random = random;
  }

  roll(): void {
    const { random, investors } = this;
    const planned = this.plan();
    if (!planned) return;
    const { near, far, order, sign } = planned;
    const hasLimits = random.chance(0.4);
    const events = this.run({
      ...order,
      ...(hasLimits ? { orderType: 'LIMIT', limitPrice: investors.priceText(near, -sign * random.between(0, 6)) } : {}),
      rollInto: {
        contractCode: far.code,
        ...(hasLimits ? { limitPrice: investors.priceText(far, sign * random.between(-2, 6)) } : {}),
      },
    });
    if (investors.follows(order.accountId)) expectRefusal(events, 'SubAccountFollows');
    else expectSound(events, [...SITUATIONS, 'MaxLotsPerOrder', 'QuantityInvalid']);
  }

  /** The process dies while a roll is on its way, and starts from a snapshot that has it. */
  rollAndCrash(): void {
    this.roll();
    this.simulation.commit();
    this.simulation.takeSnapshot();
    this.simulation.crash('after');
  }

  /** A mistake with a known answer, which nothing in the market may come before. */
  rollWrongly(): void {
    const planned = this.plan();
    if (!planned || this.investors.follows(planned.order.accountId)) return;
    const { far, order } = planned;
    const rollInto = { contractCode: far.code };
    const faults: readonly [Partial<Place>, RefusalCode][] = [
      [{ rollInto: { contractCode: order.contractCode } }, 'BadRequest'],
      [{ rollInto: { contractCode: 'TRUK27' } }, 'BadRequest'],
      [{ rollInto, isReduceOnly: false }, 'BadRequest'],
      [{ rollInto, duration: 'DAY' }, 'BadRequest'],
      [{ rollInto: { contractCode: far.code, limitPrice: 'abc' } }, 'BadRequest'],
    ];
    const [fault, code] = this.random.pick(faults);
    expectRefusal(this.run({ ...order, ...fault }), code);
  }

  private run(order: Place) {
    return this.simulation.run(order).events;
  }

  /** Somebody's position, or a part of it, and another month. */
  private plan(): { near: SimulatedContract; far: SimulatedContract; order: Place; sign: number } | undefined {
    const { simulation, investors, random } = this;
    const { accountId, contractCode, isHeld } = investors.holder();
    const { contracts } = simulation.listings;
    const near = simulation.listings.find(contractCode);
    const others = contracts.filter((one) => one.code !== contractCode && one.commodity.code === near?.commodity.code);
    if (!isHeld || !near || others.length === 0) return undefined;
    const netLots = simulation.state.accounts.get(accountId)?.positions.get(contractCode)?.netLots ?? 0;
    const orderId = investors.nextId('roll');
    const order: Place = {
      kind: 'placeOrder',
      accountId,
      orderId,
      clientOrderId: `client-${orderId}`,
      contractCode,
      side: netLots > 0 ? 'SELL' : 'BUY',
      orderType: 'MARKET',
      duration: 'IOC',
      quantityLots: random.between(1, Math.max(1, Math.abs(netLots))),
      isReduceOnly: true,
    };
    return { near, far: random.pick(others), order, sign: Math.sign(netLots) };
  }
}
