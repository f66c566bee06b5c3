/** Orders that are placed together: pairs of which one cancels the other, scales, and mistakes in them. */
import type { CommandBody, EngineEvent } from '@mua/core/engine';
import { priceToText, type Random, type RefusalCode, type Side } from '@mua/core/values';
import type { Investors } from '#test/simulator/investors.ts';
import { expectRefusal, expectSound, refusalOf, SITUATIONS } from '#test/simulator/outcomes.ts';
import type { SimulatedContract } from '#test/simulator/reference-data.ts';
import type { Simulation } from '#test/simulator/simulation.ts';
import { Violation } from '#test/simulator/violation.ts';

type PlaceGroup = Extract<CommandBody, { kind: 'placeGroup' }>;
type Member = PlaceGroup['orders'][number];

const INACTIVE = 'dung-1';

export class GroupActs {
  private readonly simulation: Simulation;
  private readonly investors: Investors;
  private readonly random: Random;
  private readonly placed: PlaceGroup[] = [];

  constructor(simulation: Simulation, investors: Investors, random: Random) {
    this.simulation = simulation;
    this.investors = investors;
    this.random = random;
  }

  placePair(): void {
    const contract = this.investors.contract();
    this.place(this.group('OCO', contract, [this.leg(contract, 1), this.leg(contract, -1)]));
  }

  placeScale(): void {
    const { random, investors } = this;
    const contract = investors.contract();
    const side: Side = random.chance(0.5) ? 'BUY' : 'SELL';
    const sign = side === 'BUY' ? -1 : 1;
    const quantityLots = random.between(1, 3);
    const orders = Array.from(
      { length: random.between(2, 6) },
      (_, at): Member => ({
        ...this.ids(),
        ...{ side, orderType: 'LIMIT', duration: 'DAY', quantityLots },
        limitPrice: investors.priceText(contract, sign * (at + 1)),
      }),
    );
    this.place(this.group('SCALE', contract, orders));
  }

  /** The process dies while a pair is on its way, and starts from a snapshot that has it. */
  pairAndCrash(): void {
    this.placePair();
    this.simulation.commit();
    this.simulation.takeSnapshot();
    this.simulation.crash('after');
  }

  /** A mistake with a known answer, which nothing in the market may come before. */
  placeWrongly(): void {
    const { investors, random } = this;
    const contract = investors.contract();
    const [up, down] = [this.leg(contract, 1), this.leg(contract, -1)];
    const good = this.group('OCO', contract, [up, down]);
    if (good.accountId === INACTIVE || investors.follows(good.accountId)) return;
    const faults: readonly [Partial<PlaceGroup>, RefusalCode][] = [
      [{ orders: [up] }, 'BadRequest'],
      [{ orders: [up, up] }, 'BadRequest'],
      [{ orders: [up, { ...down, duration: 'IOC' }] }, 'BadRequest'],
      [{ groupKind: 'SCALE', orders: [up, { ...down, orderType: 'MARKET' }] }, 'BadRequest'],
      [{ contractCode: 'ZCEZ99' }, 'ContractNotFound'],
      [{ accountId: INACTIVE }, 'InvestorTradingAccountNotAllowed'],
    ];
    const [fault, code] = random.pick(faults);
    const ordersBefore = this.simulation.state.orders.size;
    expectRefusal(this.simulation.run({ ...good, ...fault }).events, code);
    if (this.simulation.state.orders.size !== ordersBefore)
      throw new Violation('a group that is refused leaves nothing', code);
  }

  /** The answer got lost: the same ids with the same terms are the same orders, with others they are refused. */
  repeat(): void {
    const { random, simulation } = this;
    if (this.placed.length === 0) return;
    const group = random.pick(this.placed);
    const account = simulation.state.accounts.get(group.accountId);
    const isKnown = account?.clientOrders.has(group.orders[0]?.clientOrderId ?? '') === true;
    if (!isKnown) return;
    const isOther = random.chance(0.3);
    const orders = group.orders.map((order, at) =>
      isOther && at === 1 ? { ...order, quantityLots: order.quantityLots + 1 } : order,
    );
    const { events } = simulation.run({ ...group, orders, groupId: this.investors.nextId('again') });
    if (isOther) expectRefusal(events, 'IDEMPOTENCY_MISMATCH');
    else if (events.filter(({ kind }) => kind === 'orderRepeated').length !== orders.length)
      throw new Violation('a repeated order is the same order', group.groupId);
  }

  cancel(): void {
    const { random, simulation } = this;
    if (this.placed.length === 0) return;
    const { accountId, groupId } = random.pick(this.placed);
    const isLive = [...simulation.state.orders.values()].some(
      (order) => order.group?.groupId === groupId && order.closedMs === null,
    );
    const { events } = simulation.run({ kind: 'cancelOrders', accountId, groupId });
    if (!isLive) expectRefusal(events, 'OrderNotFound');
    else if (refusalOf(events) !== undefined) throw new Violation('a cancel works whatever is halted', groupId);
  }

  private place(group: PlaceGroup): void {
    const { events } = this.simulation.run(group);
    if (group.accountId === INACTIVE) return expectRefusal(events, 'InvestorTradingAccountNotAllowed');
    if (this.investors.follows(group.accountId)) return expectRefusal(events, 'SubAccountFollows');
    expectSound(events, SITUATIONS);
    checkWhole(group, events);
    this.placed.push(group);
    if (this.placed.length > 50) this.placed.shift();
  }

  private group(groupKind: PlaceGroup['groupKind'], { code }: SimulatedContract, orders: Member[]): PlaceGroup {
    const groupId = this.investors.nextId('group');
    const accountId = this.investors.accountId();
    return { kind: 'placeGroup', accountId, groupId, groupKind, contractCode: code, orders };
  }

  private ids(): Pick<Member, 'clientOrderId'> {
    return { clientOrderId: `client-${this.investors.nextId('member')}` };
  }

  /** Above the market or below it: a stop the way it goes, a limit against it. */
  private leg(contract: SimulatedContract, sign: 1 | -1): Member {
    const { random, investors, simulation } = this;
    const away = sign * random.between(0, 6);
    const isStop = random.chance(0.5);
    const side: Side = isStop === sign > 0 ? 'BUY' : 'SELL';
    const price = investors.priceText(contract, away);
    const orderId = this.ids();
    const terms = {
      ...orderId,
      side,
      quantityLots: random.between(1, 5),
      duration: random.pick(['DAY', 'GTC'] as const),
      ...(random.chance(0.15) ? { isReduceOnly: true } : {}),
      ...(random.chance(0.2)
        ? {
            stopLossDistance: priceToText(random.between(4, 20), contract.commodity.grid),
            exitOrderId: `exits-${orderId.clientOrderId}-${simulation.state.seq}`,
          }
        : {}),
    };
    return isStop
      ? { ...terms, orderType: 'STOP', stopPrice: price }
      : { ...terms, orderType: 'LIMIT', limitPrice: price };
  }
}

/** All of its orders, or none and a reason. */
function checkWhole({ groupId, orders }: PlaceGroup, events: readonly EngineEvent[]): void {
  const made = events.filter((event) => event.kind === 'orderChanged' && event.order.group?.groupId === groupId);
  const isWhole = made.length === (refusalOf(events) === undefined ? orders.length : 0);
  if (!isWhole) throw new Violation('a group is placed whole or not at all', `${groupId}: ${made.length}`);
}
