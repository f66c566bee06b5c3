/** Formats an issue briefly enough for the button; the long form belongs to the field. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Lots } from '@mua/core/values';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { marketNowMs } from '#clock/market-clock.ts';
import type { TicketError, TicketWarning } from '#features/order-ticket/ticket-issues.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { errorText } from '#i18n/error-text.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { sessionText } from '#i18n/session-text.ts';
import { type Format, useFormat } from '#i18n/use-format.ts';
import { reduceOnlyText } from '#market/reduce-only-text.ts';

export function useErrorText(contract: Contract): (error: TicketError) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const grid = contract.decimalFormat;
  return (error) => {
    switch (error.code) {
      case 'notActivated':
        return errorText(t, 'InvestorTradingAccountNotAllowed');
      case 'sending':
        return t(($) => $.ticket.toast.sending);
      case 'closed':
        return sessionText(t, error.session, contract.session, marketNowMs()).text;
      case 'price':
        return t(($) => $.ticket.issue[ISSUE_OF_FIELD[error.field]]);
      case 'reducingSide':
        return t(($) => $.ticket.issue.reducingSide, { side: t(($) => $.words.side[error.side]).toLowerCase() });
      case 'reduceOnly':
        return openLotsText({ t, format }, error.max);
      case 'takeProfitSide':
        return errorText(t, 'TakeProfitWrongSide', { price: format.price(error.referenceTicks, grid) });
      case 'stopLossSide':
        return errorText(t, 'StopLossWrongSide', { price: format.price(error.referenceTicks, grid) });
      case 'trailRange': {
        if (error.unit !== 'percent') {
          const tick = error.unit === 'ticks' ? format.volume(1) : format.price(1, grid);
          return errorText(t, 'TrailInvalid', { min: tick, tick });
        }
        const [min, max] = ['0.01', '50'].map((percent) => format.ratio(percent, 2));
        return t(($) => $.ticket.issue.trailPercent, { min: min ?? '', max: max ?? '' });
      }
      case 'tick':
        return t(($) => $.ticket.issue.tick, { tick: format.price(1, grid) });
      case 'dateRange':
        return t(($) => $.ticket.issue.dateRange, {
          from: format.civilDate(error.from),
          to: format.civilDate(error.to),
        });
      case 'overMax':
        return t(($) => $.ticket.issue.overMax, { lots: lotsText({ t, format }, error.max) });
      case 'overContract':
        return t(($) => $.ticket.issue.overContract, { lots: lotsText({ t, format }, error.max) });
      case 'band':
      case 'stopBand':
        return t(($) => $.ticket.issue.band, { bound: format.price(error.boundTicks, grid) });
      case 'dailyLimit': {
        const [floor, ceiling] = [error.floorTicks, error.ceilingTicks].map((ticks) => format.price(ticks, grid));
        return errorText(t, 'PriceOutsideDailyLimit', { floor: floor ?? '', ceiling: ceiling ?? '' });
      }
      case 'closeOut':
        return reduceOnlyText({ t, format }, error);
      case 'margin':
        return t(($) => $.ticket.issue.margin, { missing: format.vnd(error.shortfallVnd) });
      case 'selfLimit': {
        const { code, facts, maxLots } = error.selfLimit;
        if (code !== 'BrakeMaxLots') return writtenError({ t, format }, { code, facts });
        return t(($) => $.ticket.issue.ownMax, { lots: lotsText({ t, format }, maxLots) });
      }
      default:
        return t(($) => $.ticket.issue[error.code]);
    }
  };
}

const ISSUE_OF_FIELD = { price: 'price', stop: 'stop', takeProfit: 'exits', stopLoss: 'exits' } as const;

/** The maximum that may be reduced. */
export function openLotsText({ t, format }: { readonly t: TFunction; readonly format: Format }, lots: Lots): string {
  return t(($) => $.ticket.issue.openLots, { open: format.volume(lots), count: lots });
}

export function useWarningText(contract: Contract): (warning: TicketWarning) => string {
  const { t } = useTranslation();
  const errorText = useErrorText(contract);
  const format = useFormat();
  return (warning) => {
    switch (warning.code) {
      case 'far': {
        const percent = format.quotePercent(warning.differenceTicks, warning.referenceTicks);
        return t(($) => $.ticket.warning.far, { percent });
      }
      case 'stopReached':
      case 'noReference':
        return t(($) => $.ticket.warning[warning.code]);
      case 'whenTriggered':
        return t(($) => $.ticket.warning.whenTriggered, { reason: errorText(warning.error) });
      case 'oldPrice':
        return t(($) => $.ticket.warning.oldPrice, { seconds: format.volume(warning.seconds) });
    }
  };
}
