/**
 * Acts of investors: orders of every type, with and without exits, modifies, cancels, panic. Each act first plans its
 * outcome (accepted, refused with a given code, unknown), acts, and compares.
 */
import type { CommandBody, Order } from '@mua/core/engine';
import { addDays, type OrderType, priceToText, type Random, type RefusalCode } from '@mua/core/values';
import type { Market } from '#test/simulator/market.ts';
import { expectRefusal, expectSound, refusalOf, SITUATIONS } from '#test/simulator/outcomes.ts';
import { ACCOUNTS, type SimulatedContract } from '#test/simulator/reference-data.ts';
import type { Simulation } from '#test/simulator/simulation.ts';
import { Violation } from '#test/simulator/violation.ts';

export type Place = Extract<CommandBody, { kind: 'placeOrder' }>;

const INACTIVE = 'dung-1';
const POOR: ReadonlySet<string> = new Set(
  ACCOUNTS.filter(({ cashVnd }) => cashVnd < 300_000_000n).map(({ accountId }) => accountId),
);

/** Which features of the desk a seed uses. */
export interface Habits {
  readonly stops: boolean;
  readonly exits: boolean;
  readonly reduceOnly: boolean;
  /** Stops that come with an entry at a distance trail now and then. */
  readonly trailingExits: boolean;
}

export class Investors {
  private readonly simulation: Simulation;
  private readonly market: Market;
  private readonly random: Random;
  private readonly habits: Habits;
  private readonly placed: Place[] = [];
  private made = 0;

  constructor(simulation: Simulation, market: Market, random: Random, habits: Habits) {
    this.simulation = simulation;
    this.market = market;
    this.random = random;
    this.habits = habits;
  }

  nextId(what: string): string {
    this.made += 1;
    return `${what}-${this.made}`;
  }

  accountId(): string {
    return this.random.pick(ACCOUNTS).accountId;
  }

  contract(): SimulatedContract {
    return this.random.pick(this.simulation.listings.contracts);
  }

  /** A price so many ticks from the fair one, as text. */
  priceText({ code, commodity }: SimulatedContract, away: number): string {
    return priceToText(this.market.fairTicks(code) + away, commodity.grid);
  }

  private newOrder(): Place {
    const { random, habits } = this;
    const contract = this.contract();
    const types: readonly OrderType[] = habits.stops
      ? ['MARKET', 'MARKET', 'LIMIT', 'LIMIT', 'LIMIT', 'STOP', 'STOP_LIMIT']
      : ['MARKET', 'LIMIT', 'LIMIT', 'LIMIT'];
    const orderType = random.pick(types);
    const side = random.chance(0.5) ? 'BUY' : 'SELL';
    const sign = side === 'BUY' ? 1 : -1;
    const hasStop = orderType === 'STOP' || orderType === 'STOP_LIMIT';
    const hasLimit = orderType === 'LIMIT' || orderType === 'STOP_LIMIT';
    const stopAway = sign * random.between(-1, 8);
    const duration = random.pick(
      orderType === 'MARKET'
        ? (['DAY', 'IOC', 'FOK'] as const)
        : hasStop
          ? (['DAY', 'GTC', 'GTD'] as const)
          : (['DAY', 'GTC', 'GTD', 'IOC', 'FOK'] as const),
    );
    const limitAway = hasStop ? stopAway + sign * random.between(-2, 4) : random.between(-6, 6);
    const orderId = this.nextId('order');
    const accountId = this.accountId();
    return {
      kind: 'placeOrder',
      accountId,
      orderId,
      clientOrderId: `client-${orderId}`,
      contractCode: contract.code,
      side,
      orderType,
      duration,
      quantityLots: random.between(1, POOR.has(accountId) ? 2 : 8),
      ...(hasLimit ? { limitPrice: this.priceText(contract, limitAway) } : {}),
      ...(hasStop ? { stopPrice: this.priceText(contract, stopAway) } : {}),
      ...(duration === 'GTD'
        ? { expirationDate: addDays(this.simulation.listings.today(contract.code), random.between(0, 40)) }
        : {}),
      ...(habits.reduceOnly && random.chance(0.2) ? { isReduceOnly: true } : {}),
      ...(habits.exits && random.chance(0.3) ? this.exits(contract, sign, orderId) : {}),
    };
  }

  private exits(contract: SimulatedContract, sign: number, orderId: string): Partial<Place> {
    const { random } = this;
    const which = random.below(3);
    const leg = (name: 'takeProfit' | 'stopLoss', direction: number): Partial<Place> => {
      const ticks = random.between(4, 20);
      return random.chance(0.5)
        ? { [`${name}Distance`]: priceToText(ticks, contract.commodity.grid) }
        : { [name]: this.priceText(contract, direction * ticks) };
    };
    const stop = which === 1 ? {} : leg('stopLoss', -sign);
    const isTrailing = this.habits.trailingExits && stop.stopLossDistance !== undefined && random.chance(0.6);
    return {
      ...(which === 0 ? {} : leg('takeProfit', sign)),
      ...stop,
      ...(isTrailing ? { trailsStop: true } : {}),
      exitOrderId: `exits-${orderId}`,
    };
  }

  /** An ordinary order: taken, or refused for a reason that its numbers can't tell beforehand. */
  placeOrder(): void {
    this.place(this.newOrder());
  }

  private place(order: Place): void {
    const isDedicated = this.follows(order.accountId);
    const { events } = this.simulation.run(order);
    this.placed.push(order);
    if (this.placed.length > 200) this.placed.shift();
    if (order.accountId === INACTIVE) expectRefusal(events, 'InvestorTradingAccountNotAllowed');
    else if (isDedicated) expectRefusal(events, 'SubAccountFollows');
    else expectSound(events, [...SITUATIONS, 'StopLimitTooFar', 'OpenPositionNotFound']);
  }

  /** All that the margin carries, at market: the shortest way to a margin call. */
  placeLargest(): void {
    const { simulation, random } = this;
    const who = random.chance(0.8) ? random.pick([...POOR]) : this.accountId();
    const account = simulation.state.accounts.get(who);
    const contract = this.contract();
    const perLot = simulation.state.terms.get(contract.commodity.code)?.marginPerLotVnd[
      account?.investorKind ?? 'individual'
    ];
    if (!account || !perLot) return;
    const cash = simulation.state.balances.get(`cash:${account.accountId}`) ?? 0n;
    const lots = Number((cash - account.requiredVnd) / (perLot + 800_000n));
    if (lots < 1) return;
    const orderId = this.nextId('largest');
    this.place({
      kind: 'placeOrder',
      accountId: account.accountId,
      orderId,
      clientOrderId: `client-${orderId}`,
      contractCode: contract.code,
      side: random.chance(0.5) ? 'BUY' : 'SELL',
      orderType: 'MARKET',
      duration: 'IOC',
      quantityLots: Math.min(lots, 50),
    });
  }

  private liveCorn(): string | undefined {
    const { listings } = this.simulation;
    return listings.contracts.find(({ code, commodity }) => commodity.code === 'ZCE' && !this.simulation.hasEnded(code))
      ?.code;
  }

  /** A mistake with a known answer. */
  placeWrongOrder(): void {
    const base = { orderType: 'LIMIT', duration: 'DAY', side: 'BUY', quantityLots: 1 } as const;
    const corn = this.liveCorn();
    if (corn === undefined || this.follows('an-1')) return;
    const good = { ...base, contractCode: corn, accountId: 'an-1', limitPrice: '450.00' } as const;
    const faults: readonly [Partial<Place>, RefusalCode][] = [
      [{ ...good, limitPrice: '450.10' }, 'WrongTick'],
      [{ ...good, limitPrice: 'abc' }, 'BadRequest'],
      [{ ...good, quantityLots: 71 }, 'MaxLotsPerOrder'],
      [{ ...good, quantityLots: 0 }, 'QuantityInvalid'],
      [{ ...good, contractCode: 'ZCEZ99' }, 'ContractNotFound'],
      [{ ...good, accountId: INACTIVE }, 'InvestorTradingAccountNotAllowed'],
      [{ ...good, duration: 'GTD', expirationDate: '2099-01-01' }, 'ExpirationDateInvalid'],
      [{ ...good, orderType: 'STOP_LIMIT' }, 'BadRequest'],
      [{ ...good, orderType: 'STOP_LIMIT', stopPrice: '450.00', limitPrice: '900.00' }, 'StopLimitTooFar'],
      [{ ...good, takeProfit: '440.00', exitOrderId: 'x' }, 'TakeProfitWrongSide'],
      [{ ...good, stopLoss: '460.00', exitOrderId: 'x' }, 'StopLossWrongSide'],
      [{ ...good, orderType: 'MARKET' }, 'BadRequest'],
    ];
    const [fault, code] = this.random.pick(faults);
    const orderId = this.nextId('wrong');
    const order: Place = { kind: 'placeOrder', ...good, ...fault, orderId, clientOrderId: orderId };
    const { events } = this.simulation.run(order);
    const { state } = this.simulation;
    // A halt, a close or the day's limits may say no first: what matters is that somebody does.
    const isQuiet = state.halts.all === null && state.halts.contracts.size === 0 && state.halts.accounts.size === 0;
    const isTaken = !['ExpirationDateInvalid', 'StopLimitTooFar', 'TakeProfitWrongSide', 'StopLossWrongSide'].includes(
      code,
    );
    if (isQuiet && isTaken) expectRefusal(events, code);
    else if (refusalOf(events) === undefined) throw new Violation('a mistake gets its code', `${code}, got none`);
  }

  /** The investor's answer got lost: the same id with the same terms is the same order, with others it is refused. */
  repeatOrder(): void {
    if (this.placed.length === 0) return;
    const order = this.random.pick(this.placed);
    const known = this.simulation.state.accounts.get(order.accountId)?.clientOrders.has(order.clientOrderId);
    const other = known === true && this.random.chance(0.3);
    const again = { ...order, orderId: this.nextId('again'), quantityLots: order.quantityLots + (other ? 1 : 0) };
    const { events } = this.simulation.run(again);
    if (!known) return;
    if (other) expectRefusal(events, 'IDEMPOTENCY_MISMATCH');
    else if (events[0]?.kind !== 'orderRepeated')
      throw new Violation('a repeated order is the same order', order.clientOrderId);
  }

  modifyOrder(): void {
    const order = this.liveOrder();
    const contract = this.simulation.listings.find(order?.contractCode);
    if (!order || !contract) return;
    const { random } = this;
    const { limitPriceTicks, stopPriceTicks } = order;
    const exits = this.simulation.state.conditionals.get(order.exitOrderId ?? '');
    // Now and then to where its own exits stand, which it may not pass.
    const moved = (ticks: number): string => {
      const by = random.between(-4, 4);
      const exitTicks = by < -2 ? (exits?.stopLossTicks ?? exits?.takeProfitTicks) : null;
      return priceToText(exitTicks ?? ticks + by, contract.commodity.grid);
    };
    this.simulation.run({
      kind: 'modifyOrder',
      accountId: order.accountId,
      orderId: order.orderId,
      ...(random.chance(0.6) ? { quantityLots: random.between(1, 12) } : {}),
      ...(limitPriceTicks !== null && random.chance(0.5) ? { limitPrice: moved(limitPriceTicks) } : {}),
      ...(stopPriceTicks !== null && random.chance(0.5) ? { stopPrice: moved(stopPriceTicks) } : {}),
      ...(random.chance(0.1) ? { duration: random.pick(['DAY', 'GTC'] as const) } : {}),
    });
  }

  /** A halt does not prevent a cancel. */
  cancelOrder(): void {
    const order = this.liveOrder();
    if (!order) return;
    const { accountId, orderId } = order;
    const seen = refusalOf(this.simulation.run({ kind: 'cancelOrder', accountId, orderId }).events);
    if (seen !== undefined && seen !== 'OrderCancelNotAllowed')
      throw new Violation('a cancel works whatever is halted', `${orderId} ${seen}`);
    const isResting = order.status === 'WORKING' || order.status === 'PARTIALLY_FILLED';
    // What is wished for already is asked for when it is known the status of the order.
    const isWished = order.cancelWish !== null;
    if (isResting && !isWished && seen !== undefined && this.simulation.exchange.isLinkUp && !order.isForceSell)
      throw new Violation('a cancel works whatever is halted', `${orderId} ${order.status} ${seen}`);
  }

  cancelOrders(): void {
    const accountId = this.accountId();
    const contractCode = this.contract().code;
    this.simulation.run({ kind: 'cancelOrders', accountId, ...(this.random.chance(0.5) ? { contractCode } : {}) });
  }

  /** A stranger's attempt learns no more than that there is no such order. */
  touchForeignOrder(): void {
    const order = this.liveOrder();
    if (!order) return;
    const accountId = ACCOUNTS.find((account) => account.accountId !== order.accountId)?.accountId ?? '';
    expectRefusal(
      this.simulation.run({ kind: 'cancelOrder', accountId, orderId: order.orderId }).events,
      'OrderNotFound',
    );
  }

  liveOrder(): Order | undefined {
    const live = [...this.simulation.state.orders.values()].filter((order) => order.closedMs === null);
    return live.length === 0 ? undefined : { ...this.random.pick(live) };
  }

  // ---- closing ----

  /** Somebody who holds something, most of the time. */
  holder(): { accountId: string; contractCode: string; isHeld: boolean } {
    const held = [...this.simulation.state.accounts.values()].flatMap(({ accountId, positions }) =>
      [...positions.keys()].map((contractCode) => ({ accountId, contractCode, isHeld: true })),
    );
    if (held.length > 0 && this.random.chance(0.85)) return this.random.pick(held);
    const accountId = this.accountId();
    const contractCode = this.contract().code;
    const isHeld = held.some((one) => one.accountId === accountId && one.contractCode === contractCode);
    return { accountId, contractCode, isHeld };
  }

  /** On a sub-account that copies a strategy nobody trades by hand. */
  follows(accountId: string): boolean {
    return (this.simulation.state.accounts.get(accountId)?.copy ?? null) !== null;
  }

  liquidate(): void {
    const { accountId, contractCode, isHeld } = this.holder();
    const id = this.nextId('liquidate');
    const { events } = this.simulation.run({
      kind: 'liquidateContract',
      accountId,
      orderId: id,
      clientOrderId: id,
      contractCode,
      ...(this.random.chance(0.4) ? { goFlat: true } : {}),
    });
    if (accountId === INACTIVE) expectRefusal(events, 'InvestorTradingAccountNotAllowed');
    else if (!isHeld) expectRefusal(events, 'OpenPositionNotFound');
    else expectSound(events, ['OpenPositionNotFound', 'TRADING_HALTED', 'MarketClosed', 'ContractExpired']);
  }

  reverse(): void {
    const { accountId, contractCode, isHeld } = this.holder();
    const id = this.nextId('reverse');
    const { events } = this.simulation.run({
      kind: 'reversePosition',
      accountId,
      orderId: id,
      clientOrderId: id,
      contractCode,
    });
    if (accountId === INACTIVE) expectRefusal(events, 'InvestorTradingAccountNotAllowed');
    else if (this.follows(accountId)) expectRefusal(events, 'SubAccountFollows');
    else if (!isHeld) expectRefusal(events, 'OpenPositionNotFound');
    // What is on its way may close all of it.
    else expectSound(events, [...SITUATIONS, 'MaxLotsPerOrder', 'OpenPositionNotFound']);
  }
}
