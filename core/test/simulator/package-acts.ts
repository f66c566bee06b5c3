/** Service packages as investors take and end them, the repeated and the wrong ones as well; and months that go by. */
import type { CommandBody } from '@mua/core/engine';
import { addDays, type Random } from '@mua/core/values';
import type { Investors } from '#test/simulator/investors.ts';
import type { Simulation } from '#test/simulator/simulation.ts';

type Subscribe = Extract<CommandBody, { kind: 'subscribePackage' }>;

/** The contracts' last days are after it. */
const LAST_LEAP = '2027-01-25';

export class PackageActs {
  private readonly simulation: Simulation;
  private readonly investors: Investors;
  private readonly random: Random;
  private last: Subscribe | undefined;

  constructor(simulation: Simulation, investors: Investors, random: Random) {
    this.simulation = simulation;
    this.investors = investors;
    this.random = random;
  }

  subscribe(): void {
    const { random } = this;
    const packageName = random.pick(['active', 'active', 'dear', 'dear', 'gold']);
    const accountId = random.pick([...this.simulation.state.accounts.keys()]);
    this.last = { kind: 'subscribePackage', accountId, packageName, requestId: this.investors.nextId('package') };
    this.simulation.run(this.last);
  }

  /** A client that has no answer asks again; rarely for another package. */
  repeat(): void {
    if (!this.last) return;
    this.simulation.run(this.random.chance(0.2) ? { ...this.last, packageName: 'dear' } : this.last);
  }

  /** The one that it has, mostly. */
  end(): void {
    const { random, simulation } = this;
    const account = random.pick([...simulation.state.accounts.values()]);
    const packageName = random.chance(0.1) ? 'gold' : (account.subscription?.terms.name ?? 'active');
    simulation.run({ kind: 'endPackage', accountId: account.accountId, packageName });
  }

  /** The broker's date leaps, as after weeks without a start. */
  nextMonth(): void {
    const { tradeDate } = this.simulation.state;
    if (tradeDate > LAST_LEAP) return;
    const nextTradeDate = addDays(tradeDate, this.random.pick([12, 30, 31, 40]));
    this.simulation.run({ kind: 'endTradeDate', nextTradeDate });
  }
}
