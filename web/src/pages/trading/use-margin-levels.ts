/** The margin levels as prices of the contract on screen, computed as in the list of positions. */
import type { Contract } from '@mua/contract/entities/contract';
import type { OpenPosition } from '@mua/contract/entities/position';
import type { Ticks } from '@mua/core/values';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MarginLevelPrices } from '#features/chart/trading/chart-orders.ts';
import { type MarginLevel, marginLevelPercents, marginLevelPrices } from '#features/positions/margin-level-prices.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { liveEquityVnd, useMarks } from '#market/live-marks.ts';
import type { OwnOrderLines } from '#pages/trading/own-order-lines.ts';
import { marginStatusQuery } from '#signed-in/accounts.ts';

const NO_CODES: readonly string[] = [];

/** The object stays the same until a level moves, so that the chart paints only then. */
export function useMarginLevels(contract: Contract, { actor, position }: OwnOrderLines): MarginLevelPrices | null {
  const { userId = '', accountId = '' } = actor ?? {};
  const { data: status } = useQuery({ ...marginStatusQuery(userId, accountId), enabled: actor !== null });
  const contracts = useContractsByCode();
  const codes = useMemo(() => status?.contracts.map(({ contractCode }) => contractCode) ?? NO_CODES, [status]);
  const marks = useMarks(codes);
  const percents = marginLevelPercents(status);
  const now = useMemo(() => {
    if (!status || !position) return null;
    const markTicks = marks.get(contract.code) ?? null;
    const equityVnd = liveEquityVnd(status, contracts, marks);
    const prices = marginLevelPrices(position, { contract, markTicks, equityVnd, status });
    const at = (level: MarginLevel) => shown(prices[level], position, markTicks);
    return { call: at('call'), cancel: at('cancel'), countdown: at('countdown') };
  }, [status, position, contracts, contract, marks]);
  const isKnown = now !== null;
  const { call = null, cancel = null, countdown = null } = now ?? {};
  const { call: callAt, cancel: cancelAt, countdown: countdownAt } = percents;
  return useMemo(
    () =>
      isKnown
        ? {
            call: { ticks: call, percent: callAt },
            cancel: { ticks: cancel, percent: cancelAt },
            countdown: { ticks: countdown, percent: countdownAt },
          }
        : null,
    [isKnown, call, cancel, countdown, callAt, cancelAt, countdownAt],
  );
}

/** For a long position, a price below zero is never reached in this market, so it is not shown. */
function shown(ticks: Ticks | null, { netLots }: OpenPosition, markTicks: Ticks | null): number | null {
  return ticks !== null && ticks < 0 && netLots > 0 && (markTicks ?? 0) > 0 ? null : ticks;
}
