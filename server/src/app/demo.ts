/** A demo's additions to the product: people with accounts, and scenarios that are about to begin. */
import { simulatedLeaderAccounts } from '#demo-leaders/simulated-leaders.ts';
import type { Config } from '#ground/config.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#identity/demo-people.ts';
import type { NewAccount } from '#schedule/reference-data.ts';
import type { PerhapsRemote } from '#venue/port/perhaps-remote.ts';
import type { ScenarioControls } from '#venue/port/scenario.ts';

export function demoAccounts({ hasSimulatedLeaders }: Pick<Config, 'hasSimulatedLeaders'>): NewAccount[] {
  const people = DEMO_PEOPLE.flatMap(({ investorId, kind, subAccounts }) =>
    subAccounts.map(({ accountId, isActivated, depositVnd }) => ({
      accountId,
      investorId,
      investorKind: kind,
      isActivated,
      cashVnd: depositVnd,
    })),
  );
  return hasSimulatedLeaders ? [...people, ...simulatedLeaderAccounts()] : people;
}

/** The sign-in offered to a visitor: the first demo person. */
export function demoSignIn(): { readonly username: string; readonly password: string } | null {
  const email = DEMO_PEOPLE[0]?.email;
  return email === undefined ? null : { username: email, password: DEMO_PASSWORD };
}

export function sayDemoPeople(say: (message: string) => void): void {
  say(`Demo sign-ins (password ${DEMO_PASSWORD}):`);
  for (const { fullName, email, phoneNumber, investorId } of DEMO_PEOPLE) {
    say(`  ${email.padEnd(16)} ${phoneNumber}  ${investorId}  ${fullName}`);
  }
}

export async function sayScenarios(
  scenarios: Pick<PerhapsRemote<ScenarioControls>, 'list'>,
  nowMs: number,
  say: (message: string) => void,
): Promise<void> {
  for (const { name, contractCode, beginsMs } of await scenarios.list()) {
    const seconds = Math.max(0, Math.round((beginsMs - nowMs) / 1000));
    say(`Scenario ${name} begins in ${contractCode} in ${seconds} s`);
  }
}
