/**
 * Labels an account as demo or live (docs/rules/people.md#sub-accounts). The server decides; the configuration's lists
 * of member codes only label an account of which the server has said nothing yet. Null is unknown, which shows as live,
 * the careful reading.
 */
import { clientConfig } from '#wire/client-config.ts';

type Members = Pick<ReturnType<typeof clientConfig>, 'demoMembers' | 'liveMembers'>;

/**
 * Decides demo or live. A member code names an investor or one sub-account: `108C000001` is also that of
 * `108C000001-01`.
 */
export function accountKind(
  isDemo: boolean | undefined,
  code: string,
  { demoMembers, liveMembers }: Members = clientConfig(),
): boolean | null {
  if (isDemo !== undefined) return isDemo;
  const isIn = (members: readonly string[]) =>
    members.some((member) => code === member || code.startsWith(`${member}-`));
  // An account in both lists is a mistake of the configuration: it counts as live.
  if (isIn(liveMembers)) return false;
  return isIn(demoMembers) ? true : null;
}
