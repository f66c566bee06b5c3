/** Withdrawals as investors and operators ask for them, the wrong and the repeated ones as well. */
import { accountEquityVnd, cashVnd } from '@mua/core/engine';
import { minBigint, type Random } from '@mua/core/values';
import type { Investors } from '#test/simulator/investors.ts';
import type { Simulation } from '#test/simulator/simulation.ts';

interface Held {
  readonly accountId: string;
  readonly withdrawalId: string;
  readonly amountVnd: bigint;
}

export class WithdrawalActs {
  private readonly simulation: Simulation;
  private readonly investors: Investors;
  private readonly random: Random;

  constructor(simulation: Simulation, investors: Investors, random: Random) {
    this.simulation = simulation;
    this.investors = investors;
    this.random = random;
  }

  /** A part, all of it, or one dong too much of what the account can spare or has. */
  hold(): void {
    const { random, simulation } = this;
    const account = random.pick([...simulation.state.accounts.values()]);
    const freeVnd = cashVnd(simulation.state, account) - account.heldVnd;
    const availableVnd = accountEquityVnd(simulation.state, account) - account.requiredVnd;
    const bound = random.pick([freeVnd, availableVnd, minBigint(freeVnd, availableVnd)]);
    const amountVnd = random.pick([bound, bound + 1n, bound / 2n, bound / 10n, 1n]);
    if (amountVnd <= 0n) return;
    const { accountId } = account;
    simulation.run({ kind: 'holdWithdrawal', accountId, withdrawalId: this.investors.nextId('withdrawal'), amountVnd });
  }

  /** A client that has no answer asks again; rarely for another amount. */
  repeat(): void {
    const held = this.held();
    if (!held) return;
    const amountVnd = held.amountVnd + (this.random.chance(0.2) ? 1n : 0n);
    this.simulation.run({ kind: 'holdWithdrawal', ...held, amountVnd });
  }

  cancel(): void {
    this.release('Cancelled');
  }

  refuse(): void {
    this.release('Refused');
  }

  approve(): void {
    const held = this.held();
    if (!held) return;
    const { accountId, withdrawalId } = held;
    this.simulation.run({ kind: 'approveWithdrawal', accountId, withdrawalId });
  }

  /** Of one that is approved, mostly; and sometimes of one that nobody holds. */
  pay(): void {
    const held = this.held();
    if (!held) return;
    const { accountId } = held;
    const withdrawalId = this.random.chance(0.1) ? this.investors.nextId('withdrawal') : held.withdrawalId;
    this.simulation.run({ kind: 'payWithdrawal', accountId, withdrawalId, reference: `FT${withdrawalId}` });
  }

  private release(reason: 'Cancelled' | 'Refused'): void {
    const held = this.held();
    if (!held) return;
    const { accountId, withdrawalId } = held;
    this.simulation.run({ kind: 'releaseWithdrawal', accountId, withdrawalId, reason });
  }

  private held(): Held | undefined {
    const all = [...this.simulation.state.accounts.values()].flatMap(({ accountId, withdrawals }) =>
      [...withdrawals.values()].map(({ withdrawalId, amountVnd }) => ({ accountId, withdrawalId, amountVnd })),
    );
    return all.length === 0 ? undefined : this.random.pick(all);
  }
}
