/**
 * Sell and Buy within reach of the thumb, each with the price it would meet; they open the ticket as a sheet. A draft
 * filled elsewhere (closing a position, ordering again) opens the sheet too.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { Side } from '@mua/core/values';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { useFocusRequest } from '#desk/ticket-focus-request.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { liveEquityVnd, useMarks } from '#market/live-marks.ts';
import { useQuoteField } from '#market/use-quote.ts';
import { TicketSheet } from '#pages/trading/late-parts.tsx';
import { useDeskActor } from '#pages/trading/own-order-lines.ts';
import { marginStatusQuery } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export interface TradeBarProps {
  readonly contract: Contract;
  /** Shown above the bar. */
  readonly children?: ReactNode;
  /** Hides the bar: the ladder has its own Buy and Sell. The sheet stays available. */
  readonly isHidden?: boolean;
}

export function TradeBar({ contract, children, isHidden = false }: TradeBarProps) {
  const actor = useDeskActor();
  const [sheet, setSheet] = useState<{ readonly side: Side | undefined } | null>(null);
  useFocusRequest(contract.code, () => setSheet({ side: undefined }));
  return (
    <div className="shrink-0 bg-surface">
      {children}
      <div className={cn('border-border border-t px-4 py-2 low:py-1', isHidden && 'hidden')}>
        {actor && <Available {...actor} />}
        <div className="grid grid-cols-2 gap-2">
          <SideButton side="SELL" contract={contract} onOpen={(side) => setSheet({ side })} />
          <SideButton side="BUY" contract={contract} onOpen={(side) => setSheet({ side })} />
        </div>
      </div>
      <Suspense>
        <TicketSheet
          key={contract.code}
          contract={contract}
          open={sheet !== null}
          side={sheet?.side}
          onOpenChange={(open) => setSheet(open ? (before) => before ?? { side: undefined } : null)}
        />
      </Suspense>
    </div>
  );
}

function SideButton({ side, contract, onOpen }: { side: Side; contract: Contract; onOpen: (side: Side) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const ticks = useQuoteField(contract.code, side === 'BUY' ? 'ask' : 'bid');
  return (
    <Button
      variant={side === 'BUY' ? 'buy' : 'sell'}
      onClick={() => onOpen(side)}
      data-testid={`open-ticket-${side.toLowerCase()}`}
      className="grid h-12 content-center justify-items-center gap-x-1.5 gap-y-0.5 low:h-11 low:grid-cols-[auto_auto] low:items-baseline low:justify-center"
    >
      <span className="font-semibold text-14 leading-4">{t(($) => $.words.side[side])}</span>
      <span className="text-12 leading-4 tabular-nums">{format.price(ticks, contract.decimalFormat)}</span>
    </Button>
  );
}

function Available({ userId, accountId }: AccountActor) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(marginStatusQuery(userId, accountId));
  const contracts = useContractsByCode();
  const marks = useMarks(useMemo(() => data?.contracts.map(({ contractCode }) => contractCode) ?? [], [data]));
  const available = data ? liveEquityVnd(data, contracts, marks) - BigInt(data.requiredMargin) : null;
  return (
    // Hidden in a low window, which has no room for it; the ticket shows the same.
    <p className="mb-2 flex gap-1.5 text-11 text-fg-3 low:hidden">
      {t(($) => $.words.margin.availableMarginShort)}
      <span className="font-medium text-foreground tabular-nums">{format.vnd(available)}</span>
    </p>
  );
}
