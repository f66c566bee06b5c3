/** What a copy with this capital and ratio would have given over the last month of a strategy's real trades. */
import { copyCapital } from '@mua/contract/http/copy-trading';
import { addDays, type Vnd } from '@mua/core/values';
import { useQuery } from '@tanstack/react-query';
import { serverNowMs, vietnamDate } from '#clock/market-clock.ts';
import { useSettled } from '#design/use-settled.ts';
import { type AskedCopy, simulationQuery } from '#pages/copy-trade/strategies/strategies.ts';

const DAYS_BACK = 30;

export interface SimulatedCopy {
  readonly capitalVnd: Vnd | undefined;
  /** In wire form. */
  readonly ratio: string | undefined;
}

export function useSimulation(userId: string, strategyId: string, { capitalVnd, ratio }: SimulatedCopy) {
  const capital = useSettled(capitalVnd === undefined ? null : capitalVnd.toString());
  const settledRatio = useSettled(ratio ?? null);
  const query = useQuery(simulationQuery(userId, strategyId, askedOf(capital, settledRatio)));
  const isOfThese = capital === (capitalVnd?.toString() ?? null) && settledRatio === (ratio ?? null);
  // What is on the screen may still be the one before.
  return { ...query, isCurrent: isOfThese && !query.isPlaceholderData };
}

function askedOf(capital: string | null, ratio: string | null): AskedCopy | null {
  if (capital === null || ratio === null || !copyCapital.safeParse(capital).success) return null;
  return { capital, ratio, since: addDays(vietnamDate(serverNowMs()), -DAYS_BACK) };
}
