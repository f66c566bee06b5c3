/**
 * What people and machines do in the simulated world. Each act plans its outcome first (will be taken, must be
 * refused with this code, unknown), acts, and compares.
 */
import type { CommandBody, EngineEvent } from '@mua/core/engine';
import { priceToText, type Random, type RefusalCode } from '@mua/core/values';
import { Violation } from './auditor.ts';
import { ACCOUNTS, CONTRACTS } from './stage.ts';
import type { World } from './world.ts';

type Place = Extract<CommandBody, { kind: 'placeOrder' }>;

export class Workload {
  private readonly world: World;
  private readonly random: Random;
  private readonly fair: number[];
  private readonly placed: Place[] = [];
  private orders = 0;
  private day = 20;

  constructor(world: World, random: Random) {
    this.world = world;
    this.random = random;
    this.fair = CONTRACTS.map((contract) => contract.startTicks);
  }

  private contractIndex(): number {
    return this.random.below(CONTRACTS.length);
  }

  private contract(index: number) {
    const contract = CONTRACTS[index];
    if (!contract) throw new Error('no such contract');
    return contract;
  }

  private accountId(): string {
    return this.random.pick(ACCOUNTS).accountId;
  }

  private newOrder(more: Partial<Place> = {}): Place {
    const { random } = this;
    const index = this.contractIndex();
    const { code, commodity } = this.contract(index);
    const side = random.chance(0.5) ? 'BUY' : 'SELL';
    const isMarket = random.chance(0.25);
    const away = random.between(-6, 6);
    const duration = isMarket
      ? random.pick(['DAY', 'IOC', 'FOK'] as const)
      : random.pick(['DAY', 'GTC', 'GTD', 'IOC', 'FOK'] as const);
    this.orders += 1;
    return {
      kind: 'placeOrder',
      accountId: this.accountId(),
      orderId: `order-${this.orders}`,
      clientOrderId: `client-${this.orders}`,
      contractCode: code,
      side,
      orderType: isMarket ? 'MARKET' : 'LIMIT',
      duration,
      quantityLots: random.between(1, 8),
      ...(isMarket ? {} : { limitPrice: priceToText((this.fair[index] ?? 0) + away, commodity.grid) }),
      ...(duration === 'GTD' ? { expirationDate: `2026-12-${String(random.between(1, 28)).padStart(2, '0')}` } : {}),
      ...more,
    };
  }

  /** An ordinary order: taken, or refused for a reason that its numbers can't tell beforehand. */
  placeOrder(): void {
    const order = this.newOrder();
    const events = this.world.run(order).events;
    this.placed.push(order);
    if (this.placed.length > 200) this.placed.shift();
    const isActivated = ACCOUNTS.find((account) => account.accountId === order.accountId)?.isActivated;
    const refused = refusalOf(events);
    if (!isActivated) expectRefusal(events, 'InvestorTradingAccountNotAllowed');
    else if (refused)
      expectOneOf(refused, [
        'InsufficientMargin',
        'MaxLotsPerContract',
        'PriceOutsideBand',
        'MarketClosed',
        'ExpirationDateInvalid',
      ]);
  }

  /** A mistake with a known answer. */
  placeWrongOrder(): void {
    const accountId = 'an-1';
    const base = {
      accountId,
      contractCode: 'ZCEZ26',
      orderType: 'LIMIT',
      duration: 'DAY',
      side: 'BUY',
      quantityLots: 1,
    } as const;
    const faults: readonly [Partial<Place>, RefusalCode][] = [
      [{ ...base, limitPrice: '450.10' }, 'WrongTick'],
      [{ ...base, limitPrice: '900.00' }, 'PriceOutsideBand'],
      [{ ...base, limitPrice: '450.00', quantityLots: 51 }, 'MaxLotsPerOrder'],
      [{ ...base, limitPrice: '450.00', quantityLots: 0 }, 'QuantityInvalid'],
      [{ ...base, limitPrice: '450.00', contractCode: 'ZCEZ99' }, 'ContractNotFound'],
      [{ ...base, limitPrice: '450.00', duration: 'GTD', expirationDate: '2030-01-01' }, 'ExpirationDateInvalid'],
      [{ ...base, limitPrice: '450.00', accountId: 'dung-1' }, 'InvestorTradingAccountNotAllowed'],
      [{ ...base, limitPrice: '450.00', orderType: 'STOP_LIMIT' }, 'OrderTypeNotSupported'],
    ];
    const [fault, code] = this.random.pick(faults);
    const { expirationDate: _date, ...order } = this.newOrder();
    expectRefusal(this.world.run({ ...order, ...fault }).events, code);
  }

  /** The investor's answer got lost: the same id with the same terms is the same order, with others it is refused. */
  repeatOrder(): void {
    if (this.placed.length === 0) return;
    const order = this.random.pick(this.placed);
    const known = this.world.state.accounts.get(order.accountId)?.clientOrders.has(order.clientOrderId);
    const other = known === true && this.random.chance(0.3);
    const again = { ...order, orderId: `again-${this.orders}`, quantityLots: order.quantityLots + (other ? 1 : 0) };
    this.orders += 1;
    const { events } = this.world.run(again);
    if (!known) return;
    if (other) expectRefusal(events, 'IDEMPOTENCY_MISMATCH');
    else if (events[0]?.kind !== 'orderRepeated')
      throw new Violation('a repeated order is the same order', order.clientOrderId);
  }

  modifyOrder(): void {
    const order = this.randomLiveOrder();
    if (!order) return;
    const { random } = this;
    const grid = this.contract(
      Math.max(
        0,
        CONTRACTS.findIndex((contract) => contract.code === order.contractCode),
      ),
    ).commodity.grid;
    const price = order.limitPriceTicks;
    this.world.run({
      kind: 'modifyOrder',
      accountId: order.accountId,
      orderId: order.orderId,
      ...(random.chance(0.6) ? { quantityLots: Math.max(1, order.quantityLots + random.between(-3, 3)) } : {}),
      ...(price !== null && random.chance(0.6) ? { limitPrice: priceToText(price + random.between(-3, 3), grid) } : {}),
    });
  }

  cancelOrder(): void {
    const order = this.randomLiveOrder();
    if (order) this.world.run({ kind: 'cancelOrder', accountId: order.accountId, orderId: order.orderId });
  }

  /** A stranger's try is told no more than that there is no such order. */
  touchForeignOrder(): void {
    const order = this.randomLiveOrder();
    if (!order) return;
    const accountId = ACCOUNTS.find((account) => account.accountId !== order.accountId)?.accountId ?? '';
    expectRefusal(this.world.run({ kind: 'cancelOrder', accountId, orderId: order.orderId }).events, 'OrderNotFound');
  }

  private randomLiveOrder() {
    const live = [...this.world.state.orders.values()].filter((order) => order.closedMs === null);
    return live.length === 0 ? undefined : this.random.pick(live);
  }

  liquidate(): void {
    this.orders += 1;
    const accountId = this.accountId();
    const contractCode = this.contract(this.contractIndex()).code;
    const held = this.world.state.accounts.get(accountId)?.positions.has(contractCode);
    const { events } = this.world.run({
      kind: 'liquidateContract',
      accountId,
      orderId: `liquidate-${this.orders}`,
      clientOrderId: `liquidate-${this.orders}`,
      contractCode,
    });
    if (!held && accountId !== 'dung-1') expectRefusal(events, 'OpenPositionNotFound');
  }

  /** The price walks, now and then jumps, and in one contract crosses zero. */
  movePrices(): void {
    const index = this.contractIndex();
    const jump = this.random.chance(0.02) ? this.random.between(-60, 60) : this.random.between(-2, 2);
    this.fair[index] = (this.fair[index] ?? 0) + jump;
    const { code } = this.contract(index);
    const fair = this.fair[index] ?? 0;
    for (let level = 0; level < 3; level += 1) {
      const lots = this.random.between(1, 12);
      this.world.quote(code, `maker-${code}-bid-${level}`, 'BUY', fair - 1 - level, lots);
      this.world.quote(code, `maker-${code}-ask-${level}`, 'SELL', fair + 1 + level, lots);
    }
  }

  markPrices(): void {
    const prices = CONTRACTS.map(({ code }, index) => {
      const lastTicks = this.fair[index] ?? 0;
      return { contractCode: code, lastTicks, highTicks: lastTicks, lowTicks: lastTicks };
    });
    this.world.run({ kind: 'markPrices', prices });
  }

  toggleSession(): void {
    const { code } = this.contract(this.contractIndex());
    const isOpen = this.world.state.contracts.get(code)?.session === 'OPEN';
    const state = isOpen ? 'CLOSED' : 'OPEN';
    this.world.exchange.setSession(code, state);
    this.world.run({ kind: 'changeSession', contractCodes: [code], state, opensAtMs: isOpen ? 9_999_999 : null });
  }

  endTradeDate(): void {
    this.day += 1;
    const date = `2026-${this.day <= 30 ? '11' : '12'}-${String(this.day <= 30 ? this.day : ((this.day - 31) % 31) + 1).padStart(2, '0')}`;
    if (date <= this.world.state.tradeDate) return;
    const settlements = CONTRACTS.map(({ code }, index) => ({
      contractCode: code,
      settlementTicks: this.fair[index] ?? 0,
    }));
    this.world.endTradeDate(date, settlements);
  }

  openAllSessions(): void {
    for (const { code } of CONTRACTS) {
      this.world.exchange.setSession(code, 'OPEN');
      this.world.run({ kind: 'changeSession', contractCodes: [code], state: 'OPEN', opensAtMs: null });
    }
  }

  deposit(): void {
    const amountVnd = BigInt(this.random.between(1, 50)) * 1_000_000n;
    this.orders += 1;
    this.world.run({ kind: 'deposit', accountId: this.accountId(), amountVnd, reference: `deposit-${this.orders}` });
  }
}

function refusalOf(events: readonly EngineEvent[]): RefusalCode | undefined {
  for (const event of events) {
    if (event.kind === 'commandRefused') return event.refusal.code;
    if (event.kind === 'orderChanged' && event.order.refusal) return event.order.refusal.code;
  }
  return undefined;
}

function expectRefusal(events: readonly EngineEvent[], code: RefusalCode): void {
  const seen = refusalOf(events);
  if (seen !== code) throw new Violation('a mistake gets its code', `${code}, got ${seen ?? 'none'}`);
}

function expectOneOf(code: RefusalCode, allowed: readonly RefusalCode[]): void {
  if (!allowed.includes(code)) throw new Violation('a sound order is refused for a sound reason', code);
}
