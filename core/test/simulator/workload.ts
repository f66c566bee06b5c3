/**
 * The frequencies of acts in one seed: each kind of act and of fault is on or off, so that seeds reach different
 * depths.
 */
import type { Random } from '@mua/core/values';
import { AbsenceActs } from '#test/simulator/absence-acts.ts';
import { BrokerActs } from '#test/simulator/broker-acts.ts';
import { ConditionalActs } from '#test/simulator/conditional-acts.ts';
import { CopyActs } from '#test/simulator/copy-acts.ts';
import { GroupActs } from '#test/simulator/group-acts.ts';
import { Investors } from '#test/simulator/investors.ts';
import { Market } from '#test/simulator/market.ts';
import { PackageActs } from '#test/simulator/package-acts.ts';
import { Ploys } from '#test/simulator/ploys.ts';
import { RollActs } from '#test/simulator/roll-acts.ts';
import type { Simulation } from '#test/simulator/simulation.ts';
import { SpreadActs } from '#test/simulator/spread-acts.ts';
import { WithdrawalActs } from '#test/simulator/withdrawal-acts.ts';

type Act = readonly [() => void, weight: number];

export interface Workload {
  act(): void;
  /** Faults stop. */
  restoreOrder(): void;
}

/** What only some seeds do. No chance is drawn for it, so that the others stay what they were. */
export interface Traits {
  /** The exchange is a foreign one: time goes by in small steps too, for it answers late. */
  readonly isForeign: boolean;
  /** Makers quote a price at the touch, the next at the edge of a market order's collar. */
  readonly isThin: boolean;
  /** Investors try what chance hardly ever tries: see ploys.ts. */
  readonly isCrafty: boolean;
  /** Money leaves the accounts too. */
  readonly hasWithdrawals: boolean;
  /** Investors take service packages. */
  readonly hasPackages: boolean;
  /** Senders want their orders cancelled when they are not heard. */
  readonly hasAbsences: boolean;
  /** Strategies are published and copied. */
  readonly hasCopying: boolean;
  /** Positions are rolled into other months. */
  readonly hasRolls: boolean;
  /** Calendar spreads are listed and traded. */
  readonly hasSpreads: boolean;
  /** Stops that come with an entry trail. */
  readonly trailingExits: boolean;
  /** Orders are placed in pairs and in scales. */
  readonly hasGroups: boolean;
  /** By so many that what concerns them all takes several commands. */
  readonly hasCrowd: boolean;
}

export function traitsOf(seed: number): Omit<Traits, 'isForeign'> {
  return {
    isThin: seed % 4 === 1,
    isCrafty: seed % 2 === 1,
    hasWithdrawals: seed % 5 === 3,
    hasPackages: seed % 3 === 2,
    hasAbsences: seed % 7 === 3,
    hasCopying: seed % 13 === 7,
    hasCrowd: seed % 130 === 46,
    hasRolls: seed % 10 === 9,
    hasGroups: seed % 6 === 5,
    trailingExits: seed % 11 === 1,
    // Of seeds with our own exchange; what is copied is of one contract.
    hasSpreads: seed % 12 === 4 && seed % 13 !== 7,
  };
}

export function createWorkload(simulation: Simulation, random: Random, traits: Traits): Workload {
  const { isThin, isCrafty, isForeign, hasWithdrawals, hasPackages, hasCopying, hasCrowd, hasAbsences } = traits;
  const { hasRolls, hasSpreads, hasGroups } = traits;
  const market = new Market(simulation, random, isThin);
  const { trailingExits } = traits;
  const habits = {
    ...{ stops: random.chance(0.7), exits: random.chance(0.6), reduceOnly: random.chance(0.6) },
    trailingExits,
  };
  const investors = new Investors(simulation, market, random, habits);
  const conditionals = new ConditionalActs(simulation, market, investors, random);
  const broker = new BrokerActs(simulation, market, investors, random);
  const ploys = new Ploys(simulation, market, investors, random);
  const withdrawals = new WithdrawalActs(simulation, investors, random);
  const packages = new PackageActs(simulation, investors, random);
  const copies = new CopyActs(simulation, investors, random, { followers: hasCrowd ? 300 : 6, isCrowd: hasCrowd });
  const absences = new AbsenceActs(simulation, random);
  const rolls = new RollActs(simulation, investors, random);
  const spreads = new SpreadActs(simulation, market, investors, random);
  const groups = new GroupActs(simulation, investors, random);
  const grouping = (weight: number): number => (hasGroups ? weight : 0);
  const spreading = (weight: number): number => (hasSpreads ? weight : 0);
  const absent = (weight: number): number => (hasAbsences ? weight : 0);
  const copying = (weight: number): number => (hasCopying ? weight : 0);
  const rolling = (weight: number): number => (hasRolls ? weight : 0);
  const subscribing = (weight: number): number => (hasPackages ? weight : 0);
  const paying = (weight: number): number => (hasWithdrawals ? weight : 0);
  const crafty = (weight: number): number => (isCrafty ? weight : 0);
  const abroad = (weight: number): number => (isForeign ? weight : 0);
  const sometimes = (weight: number): number => (random.chance(0.6) ? weight : 0);
  const rarely = (weight: number): number => (random.chance(0.3) ? weight : 0);
  const acts: readonly Act[] = [
    [() => investors.placeOrder(), 12],
    [() => investors.placeLargest(), sometimes(5)],
    [() => investors.placeWrongOrder(), 1],
    [() => investors.repeatOrder(), 1.5],
    [() => investors.modifyOrder(), sometimes(5)],
    [() => investors.cancelOrder(), sometimes(4)],
    [() => investors.cancelOrders(), rarely(0.5)],
    [() => investors.touchForeignOrder(), 0.5],
    [() => investors.liquidate(), sometimes(1.5)],
    [() => investors.reverse(), sometimes(1)],
    [() => conditionals.placeTrailingStop(), sometimes(2)],
    [() => conditionals.placeExitPair(), sometimes(2)],
    [() => conditionals.modifyConditional(), sometimes(1.5)],
    [() => conditionals.cancelConditional(), sometimes(0.7)],
    [() => conditionals.setSelfLimits(), rarely(0.7)],
    [() => ploys.raiseAndCancel(), crafty(2)],
    [() => ploys.fillThroughOwn(), crafty(2)],
    [() => ploys.twinStops(), crafty(1)],
    [() => ploys.changeAcrossHalt(), crafty(0.5)],
    [() => ploys.cancelAndLoseLink(), crafty(0.3)],
    [() => market.movePrices(), 14],
    [() => market.markPrices(), 8],
    [() => market.emptyBook(), sometimes(0.5)],
    [() => broker.changeSession(), sometimes(0.8)],
    [() => broker.setHalt(), rarely(0.8)],
    [() => broker.endTradeDate(), sometimes(0.5)],
    [() => broker.nearCloseOut(), rarely(0.4)],
    [() => broker.closeOut(), rarely(0.3)],
    [() => broker.settlePositions(false), 0.5],
    [() => broker.settlePositions(true), rarely(0.15)],
    [() => broker.operatorLiquidates(), rarely(0.5)],
    [() => broker.setConversionRate(), rarely(0.4)],
    [() => broker.changeMargin(), rarely(0.4)],
    [() => broker.deposit(), 0.4],
    [() => broker.depositMissing(), sometimes(0.8)],
    [() => withdrawals.hold(), paying(3)],
    [() => withdrawals.repeat(), paying(0.4)],
    [() => withdrawals.cancel(), paying(0.5)],
    [() => withdrawals.approve(), paying(1.5)],
    [() => withdrawals.refuse(), paying(0.4)],
    [() => withdrawals.pay(), paying(1.5)],
    [() => packages.subscribe(), subscribing(2)],
    [() => packages.repeat(), subscribing(0.5)],
    [() => packages.end(), subscribing(0.7)],
    [() => packages.nextMonth(), subscribing(0.15)],
    [() => absences.ask(), absent(2)],
    [() => absences.sayAgain(), absent(2)],
    [() => absences.letTimePass(), absent(5)],
    [() => rolls.roll(), rolling(4)],
    [() => rolls.rollAndCrash(), rolling(0.5)],
    [() => rolls.rollWrongly(), rolling(0.5)],
    [() => groups.placePair(), grouping(6)],
    [() => groups.placeScale(), grouping(2)],
    [() => groups.pairAndCrash(), grouping(0.5)],
    [() => groups.placeWrongly(), grouping(0.5)],
    [() => groups.repeat(), grouping(0.7)],
    [() => groups.cancel(), grouping(0.7)],
    [() => spreads.list(), spreading(0.5)],
    [() => spreads.quote(), spreading(8)],
    [() => spreads.place(), spreading(12)],
    [() => spreads.placeAndCrash(), spreading(0.5)],
    [() => spreads.placeWrongly(), spreading(0.7)],
    [() => spreads.modify(), spreading(6)],
    [() => spreads.cancelAll(), spreading(0.4)],
    [() => copies.publish(), copying(1.5)],
    [() => copies.review(), copying(2)],
    [() => copies.run(), copying(2)],
    [() => copies.stop(), copying(0.15)],
    [() => copies.lead(), copying(24)],
    [() => copies.carry(), copying(8)],
    [() => copies.interrupt(), copying(hasCrowd ? 6 : 0.5)],
    [() => copies.follow(), copying(hasCrowd ? 1 : 5)],
    [() => copies.followWrongly(), copying(0.7)],
    [() => copies.followAgain(), copying(0.5)],
    [() => copies.move(), copying(1.5)],
    [() => copies.closeOne(), copying(1)],
    [() => copies.fund(), copying(1.5)],
    [() => copies.fundAgain(), copying(0.4)],
    [() => copies.tradeByHand(), copying(0.5)],
    [() => copies.nextWeek(), copying(1)],
    [() => broker.elapse(), sometimes(1)],
    [() => simulation.commit(), 12],
    [() => simulation.takeSnapshot(), sometimes(0.4)],
    [() => void simulation.deliverToExchange(), 16],
    [() => void simulation.deliverToEngine(), 22],
    [() => simulation.repeatReport(random.next()), sometimes(1.5)],
    [() => simulation.restartExchange(random.below(4)), sometimes(0.3)],
    [() => simulation.loseLink(random), sometimes(0.4)],
    [() => simulation.findLink(), 1.5],
    [() => simulation.crash(random.pick(['before', 'during', 'after'] as const)), sometimes(0.4)],
    [() => simulation.exchange.act(), abroad(5)],
    [() => simulation.elapse(random.between(20, 600)), abroad(3)],
    [() => simulation.elapse(random.pick([2_600, 5_000, 8_000])), abroad(0.7)],
    [() => simulation.loseLink(random), abroad(0.4)],
    [() => ploys.reduceAndLoseLink(), abroad(1)],
  ];
  const total = acts.reduce((sum, [, weight]) => sum + weight, 0);
  return {
    act() {
      pick(acts, (random.next() / 0x1_0000_0000) * total)();
      broker.endOverdueDates();
    },
    restoreOrder: () => broker.restoreOrder(),
  };
}

function pick(acts: readonly Act[], at: number): () => void {
  let left = at;
  for (const [act, weight] of acts) {
    left -= weight;
    if (left < 0) return act;
  }
  throw new Error('weights do not add up');
}
