/**
 * Sequences of a crafty investor within one step, for rules that random acts hardly ever reach: an increase and a
 * cancel that cross a fill, an own order in the way, equal stops of which the first is modified to the same terms.
 */
import type { Random } from '@mua/core/values';
import type { Investors, Place } from '#test/simulator/investors.ts';
import { type Market, toCollarEdge } from '#test/simulator/market.ts';
import type { SimulatedContract } from '#test/simulator/reference-data.ts';
import type { Simulation } from '#test/simulator/simulation.ts';

/** Two sub-accounts of one investor, and somebody else; none of them poor. */
const RICH = 'an-1';
const HIS_OTHER = 'an-2';
const SOMEBODY = 'binh-1';

export class Ploys {
  private readonly simulation: Simulation;
  private readonly investors: Investors;
  private readonly market: Market;
  private readonly random: Random;

  constructor(simulation: Simulation, market: Market, investors: Investors, random: Random) {
    this.simulation = simulation;
    this.market = market;
    this.investors = investors;
    this.random = random;
  }

  raiseAndCancel(): void {
    const order = this.investors.liveOrder();
    if (!order) return;
    const { accountId, orderId, quantityLots } = order;
    this.simulation.run({ kind: 'modifyOrder', accountId, orderId, quantityLots: quantityLots + 2 });
    this.simulation.run({ kind: 'cancelOrder', accountId, orderId });
  }

  /** Behind it are lots enough: all or nothing must find that they can't be had. */
  fillThroughOwn(): void {
    const contract = this.investors.contract();
    const [side, other, sign] = this.random.chance(0.5)
      ? (['BUY', 'SELL', 1] as const)
      : (['SELL', 'BUY', -1] as const);
    this.place(contract, RICH, { side, orderType: 'LIMIT', duration: 'DAY', away: -sign * 2, quantityLots: 1 });
    const away = -sign * (toCollarEdge(this.market.fairTicks(contract.code)) + 3);
    const quantityLots = this.random.between(4, 14);
    this.place(contract, HIS_OTHER, { side: other, orderType: 'LIMIT', duration: 'FOK', away, quantityLots });
  }

  /** The first keeps its turn though it is "changed". */
  twinStops(): void {
    const contract = this.investors.contract();
    const [side, sign] = this.random.chance(0.5) ? (['BUY', 1] as const) : (['SELL', -1] as const);
    const stop = { side, orderType: 'STOP', duration: 'DAY', away: sign * 4, quantityLots: 1 } as const;
    const orderId = this.place(contract, RICH, stop);
    this.place(contract, SOMEBODY, stop);
    const { simulation } = this;
    // When it rests.
    while (simulation.state.orders.get(orderId)?.status === 'IN_TRANSIT' && this.pass());
    simulation.run({ kind: 'modifyOrder', accountId: RICH, orderId, quantityLots: 1 });
    while (this.pass());
  }

  /** Asked while the exchange halts, answered when it is over. */
  changeAcrossHalt(): void {
    const { simulation } = this;
    const order = this.investors.liveOrder();
    if (!order) return;
    const { accountId, orderId, contractCode, quantityLots } = order;
    simulation.setSession(contractCode, 'PAUSED', { opensAtMs: null, isHalt: true });
    simulation.run({ kind: 'modifyOrder', accountId, orderId, quantityLots: quantityLots + 1 });
    simulation.setSession(contractCode, 'OPEN', { opensAtMs: null });
    while (this.pass());
  }

  /** The link goes down under an unanswered cancel, best of an order that is filled in part, and comes back. */
  cancelAndLoseLink(): void {
    const { simulation } = this;
    const orders = [...simulation.state.orders.values()];
    const order = orders.find(({ status }) => status === 'PARTIALLY_FILLED') ?? this.investors.liveOrder();
    if (!order) return;
    const { accountId, orderId } = order;
    simulation.run({ kind: 'cancelOrder', accountId, orderId });
    simulation.loseLink(this.random);
    simulation.findLink();
  }

  /** Of an order that the exchange has the rest of only: a modify to what is filled, which travels as a cancel. */
  reduceAndLoseLink(): void {
    const { simulation } = this;
    const orders = [...simulation.state.orders.values()];
    const order = orders.find(
      ({ status, filledLots, routedFilledLots }) =>
        status === 'PARTIALLY_FILLED' && routedFilledLots > 0 && filledLots === routedFilledLots,
    );
    if (!order) return;
    const { accountId, orderId, filledLots } = order;
    simulation.run({ kind: 'modifyOrder', accountId, orderId, quantityLots: filledLots });
    simulation.commit();
    simulation.loseLink(this.random);
    simulation.findLink();
  }

  /** What is on the road arrives; false when the road is empty. */
  private pass(): boolean {
    const { simulation } = this;
    simulation.commit();
    const toExchange = simulation.deliverToExchange();
    return simulation.deliverToEngine() || toExchange;
  }

  private place(
    contract: SimulatedContract,
    accountId: string,
    { away, ...asked }: Pick<Place, 'side' | 'orderType' | 'duration' | 'quantityLots'> & { readonly away: number },
  ): string {
    const orderId = this.investors.nextId('ploy');
    const price = this.investors.priceText(contract, away);
    const prices = asked.orderType === 'STOP' ? { stopPrice: price } : { limitPrice: price };
    const { code: contractCode } = contract;
    this.simulation.run({
      kind: 'placeOrder',
      accountId,
      orderId,
      clientOrderId: orderId,
      contractCode,
      ...asked,
      ...prices,
    });
    return orderId;
  }
}
