/**
 * The limit price: it follows the market until it is touched, then only a click or a key of its owner moves it. What was
 * typed is echoed as it was read.
 */

import { priceToText } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { tickValueVnd } from '#data/tick-value.ts';
import { followedTicks } from '#data/ticket-draft.ts';
import { ticksFromWire } from '#data/wire-ticks.ts';
import { Button } from '#design/ui/button.tsx';
import { Explained } from '#design/ui/explained.tsx';
import { Field } from '#design/ui/field.tsx';
import { Input } from '#design/ui/input.tsx';
import { Stepper } from '#design/ui/stepper.tsx';
import { writtenError } from '#i18n/error-facts.ts';
import { unitText } from '#i18n/unit-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useWarningText } from './issue-text.ts';
import { fieldOf } from './ticket-issues.ts';
import type { Ticket } from './use-ticket.ts';

export function PriceField({ ticket, isRoomy }: { ticket: Ticket; isRoomy: boolean }) {
  const { t } = useTranslation();
  const { contract, draft, market, read } = ticket;
  const error = usePriceError(ticket);
  const warning = usePriceWarning(ticket);
  const grid = contract.decimalFormat;
  const format = useFormat();
  if (read.price === null) return <MarketPriceField ticket={ticket} isRoomy={isRoomy} />;
  const followed = followedTicks(read.side, market);
  const text = draft.touchedPrice ? draft.limitText : followed === null ? '' : format.price(followed, grid);
  const step = (steps: number) => {
    const from = baseTicks(ticket);
    if (from !== null) draft.setPriceTicks(from + steps, grid);
  };
  const best = draft.touchedPrice ? (
    <Button variant="link" size="text" className="text-12" onClick={draft.followMarket}>
      {t(($) => $.ticket.best[read.side])}
    </Button>
  ) : (
    <span className="text-fg-3">{t(($) => $.ticket.following)}</span>
  );
  return (
    <Field
      label={t(($) => $.words.order.limitPrice)}
      aside={best}
      hint={<PriceHint ticket={ticket} text={text} />}
      error={error}
      warning={warning}
    >
      {(control) => (
        <Stepper
          {...control}
          data-testid="ticket-price"
          inputMode={grid.display === 'eighths' ? 'text' : 'decimal'}
          size={isRoomy ? 'xl' : 'md'}
          className={isRoomy ? '[&_button]:w-13 [&_input]:text-16' : 'h-9'}
          tone={error ? 'error' : warning ? 'warning' : 'plain'}
          value={text}
          onValueChange={draft.setLimitText}
          onStep={step}
        />
      )}
    </Field>
  );
}

/** Where a step starts: the price as read, the tick below a price between ticks, else the market's. */
function baseTicks({ read, market }: Ticket): number | null {
  if (read.price?.kind === 'price') return read.price.ticks;
  if (read.price?.kind === 'offGrid') return read.price.lowerTicks;
  return followedTicks(read.side, market);
}

/** A market order has no price of its own: the place stays, so that nothing jumps when the type changes. */
function MarketPriceField({ ticket: { contract, market, read }, isRoomy }: { ticket: Ticket; isRoomy: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const expected = format.price(followedTicks(read.side, market), contract.decimalFormat);
  return (
    <Field label={t(($) => $.words.market.price)} hint={<TickLine contract={contract} />}>
      {(control) => (
        <Input
          {...control}
          data-testid="ticket-price"
          disabled
          size={isRoomy ? 'xl' : 'md'}
          className={isRoomy ? 'text-center' : 'h-9'}
          value={`${t(($) => $.words.orderType.MARKET)} ≈ ${expected}`}
          readOnly
        />
      )}
    </Field>
  );
}

function PriceHint({ ticket: { contract, draft, read }, text }: { ticket: Ticket; text: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const shown = read.priceTicks === null ? null : format.price(read.priceTicks, contract.decimalFormat);
  const isEcho = draft.touchedPrice && shown !== null && shown !== text.trim();
  return isEcho ? t(($) => $.ticket.readAs, { price: shown }) : <TickLine contract={contract} />;
}

/** What one tick of one lot is worth, in dong. */
function TickLine({ contract: { decimalFormat: grid, priceUnit, terms } }: Pick<Ticket, 'contract'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const value = format.vnd(tickValueVnd(terms));
  const line = t(($) => $.ticket.tickLine, { unit: unitText(t, priceUnit), tick: format.price(1, grid), value });
  if (!terms) return line;
  const explained = {
    foreign: format.foreign(terms.tickValue, terms.currency),
    rate: format.vnd(terms.fxRate),
    value,
  };
  return (
    <Explained text={t(($) => $.ticket.explain.tick, explained)} side="bottom" align="start" className="tabular-nums">
      {line}
    </Explained>
  );
}

function usePriceError({ contract, draft, issues, read }: Ticket): string | undefined {
  const { t } = useTranslation();
  const format = useFormat();
  const grid = contract.decimalFormat;
  const writer = { t, format, grid };
  const error = issues.errors.find((one) => fieldOf(one) === 'price');
  if (!draft.touchedPrice || !error) return undefined;
  const text = (ticks: number) => priceToText(ticks, grid);
  switch (error.code) {
    case 'tick': {
      const facts = { tick: text(1), lower: text(error.lowerTicks), upper: text(error.upperTicks) };
      return writtenError(writer, { code: 'WrongTick', facts });
    }
    case 'band': {
      const facts = { percent: error.percent, reference: text(error.referenceTicks), bound: text(error.boundTicks) };
      return writtenError(writer, { code: 'PriceOutsideBand', facts });
    }
    default:
      return read.price?.kind === 'notANumber'
        ? t(($) => $.validation.number, { example: format.price(exampleTicks(contract.referencePrice, grid), grid) })
        : undefined;
  }
}

/** The reference price as it would be typed; without one, a hundred units. */
function exampleTicks(referencePrice: string | null, grid: Ticket['contract']['decimalFormat']): number {
  return ticksFromWire(referencePrice, grid) ?? Math.round((100 * 10 ** grid.scale) / grid.tickUnits);
}

function usePriceWarning({ draft, issues }: Ticket): string | undefined {
  const text = useWarningText();
  const [warning] = issues.warnings;
  return warning && (draft.touchedPrice || warning.code === 'oldPrice') ? text(warning) : undefined;
}
