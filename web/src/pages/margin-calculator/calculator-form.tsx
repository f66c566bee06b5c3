/** The inputs: contract, side, lots, price, money, and for which kind of investor. */
import type { Contract } from '@mua/contract/entities/contract';
import { priceToText, type Ticks } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { TALL_CHIPS } from '#design/phone-targets.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Chip } from '#design/ui/controls/chip.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { Stepper } from '#design/ui/controls/stepper.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { amountText } from '#i18n/amount-text.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { lotUnit } from '#i18n/lots-text.ts';
import { sumInWords } from '#i18n/sum-in-words.ts';
import { unitText } from '#i18n/unit-text.ts';
import { useMarketFormat } from '#i18n/use-format.ts';
import type { CalculatorDraft } from '#pages/margin-calculator/calculator-draft.ts';
import { ContractField } from '#pages/margin-calculator/contract-field.tsx';
import type { ShownCalculation } from '#pages/margin-calculator/shown-calculation.ts';

export interface CalculatorFormProps extends ShownCalculation {
  readonly contracts: readonly Contract[];
  readonly lastTicks: Ticks | null;
  readonly onContract: (code: string) => void;
  readonly onDraft: (change: Partial<CalculatorDraft>) => void;
}

export function CalculatorForm(props: CalculatorFormProps) {
  const { contract, contracts, onContract } = props;
  const { t } = useTranslation();
  return (
    <Card className="grid gap-4 max-md:p-4 lg:sticky lg:top-6" aria-label={t(($) => $.calculator.inputs)}>
      <ContractField contract={contract} contracts={contracts} onContract={onContract} />
      <SideField {...props} />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <LotsField {...props} />
        <PriceField {...props} />
      </div>
      <MoneyField {...props} />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <KindField {...props} />
        <Rate contract={contract} />
      </div>
    </Card>
  );
}

const SIDES = [
  { side: 'BUY', on: 'data-[state=on]:bg-buy data-[state=on]:text-on-side' },
  { side: 'SELL', on: 'data-[state=on]:bg-sell data-[state=on]:text-on-side' },
] as const;

function SideField({ draft, onDraft }: CalculatorFormProps) {
  const { t } = useTranslation();
  return (
    <Segment
      label={t(($) => $.words.order.side)}
      value={draft.side}
      onValueChange={(side) => onDraft({ side })}
      columns={SIDES.length}
      className="p-0.5"
      options={SIDES.map(({ side, on }) => ({
        value: side,
        label: t(($) => $.words.side[side]),
        className: `h-9 text-14 font-semibold max-md:h-11 ${on}`,
      }))}
    />
  );
}

function LotsField({ contract: { terms }, draft, read, onDraft }: CalculatorFormProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const max = terms?.maxLotsPerOrder ?? 0;
  const fault = () => {
    if (read.lotsFault === 'unread') return writtenError({ t, format }, { code: 'QuantityInvalid', facts: {} });
    return read.lotsFault === 'tooMany'
      ? writtenError({ t, format }, { code: 'MaxLotsPerOrder', facts: { max } })
      : undefined;
  };
  const step = (steps: number) => onDraft({ lotsText: String(Math.max(1, (read.lots ?? 0) + steps)) });
  return (
    <Field roomy label={t(($) => $.words.order.quantity)} error={fault()}>
      {(control) => (
        <Stepper
          {...control}
          data-testid="calculator-lots"
          inputMode="numeric"
          size="lg"
          className="max-md:h-11"
          unit={lotUnit(t, read.lots ?? undefined)}
          value={draft.lotsText}
          onValueChange={(lotsText) => onDraft({ lotsText })}
          onStep={step}
        />
      )}
    </Field>
  );
}

function PriceField({ contract, draft, read, lastTicks, onDraft }: CalculatorFormProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { decimalFormat: grid, priceUnit } = contract;
  const isTyped = draft.priceText !== null && !draft.isPriceHeld;
  const fault = usePriceFault({ contract, read }, lastTicks);
  const shown = read.priceTicks === null ? '' : format.price(read.priceTicks, grid);
  const base = read.priceTicks ?? lastTicks;
  const type = (priceText: string) => onDraft({ priceText, isPriceHeld: false });
  const isEcho = isTyped && shown !== '' && shown !== draft.priceText?.trim();
  return (
    <Field
      roomy
      label={t(($) => $.calculator.price)}
      aside={
        lastTicks === null ? undefined : isTyped ? (
          <Button
            variant="link"
            size="text"
            className="text-12"
            onClick={() => onDraft({ priceText: null, isPriceHeld: false })}
          >
            {t(($) => $.calculator.market)}
          </Button>
        ) : (
          <span className="text-fg-3">{t(($) => (draft.isPriceHeld ? $.ticket.held : $.calculator.following))}</span>
        )
      }
      hint={isEcho ? t(($) => $.ticket.readAs, { price: shown }) : unitText(t, priceUnit)}
      error={fault}
    >
      {(control) => (
        <Stepper
          {...control}
          data-testid="calculator-price"
          inputMode={grid.display === 'eighths' ? 'text' : 'decimal'}
          size="lg"
          className="max-md:h-11"
          value={draft.priceText ?? shown}
          onFocus={() => draft.priceText === null && shown !== '' && onDraft({ priceText: shown, isPriceHeld: true })}
          onBlur={() => draft.isPriceHeld && onDraft({ priceText: null, isPriceHeld: false })}
          onValueChange={type}
          onStep={(steps) => base !== null && type(format.price(base + steps, grid))}
        />
      )}
    </Field>
  );
}

function usePriceFault(
  { contract, read }: Pick<ShownCalculation, 'contract' | 'read'>,
  lastTicks: Ticks | null,
): string | undefined {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { decimalFormat: grid, referencePrice } = contract;
  const { price } = read;
  switch (price.kind) {
    case 'price':
      return undefined;
    case 'missing':
      return t(($) => (lastTicks === null ? $.calculator.noPrice : $.calculator.askPrice));
    case 'offGrid': {
      const text = (ticks: Ticks) => priceToText(ticks, grid);
      const facts = { tick: text(1), lower: text(price.lowerTicks), upper: text(price.upperTicks) };
      return writtenError({ t, format, grid }, { code: 'WrongTick', facts });
    }
    case 'notANumber':
      return t(($) => $.validation.number, { example: format.priceText(referencePrice ?? '100', grid) });
  }
}

/** Round sums that people begin with, in dong. */
const SUMS = [100_000_000n, 200_000_000n, 500_000_000n] as const;

function MoneyField({ draft, read, preview, onDraft }: CalculatorFormProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { ownVnd, isMoneyUnread } = read;
  const put = (sum: bigint) => onDraft({ moneyText: format.vnd(sum, { bare: true }) });
  return (
    <div className="grid gap-2">
      <Field
        roomy
        label={t(($) => $.calculator.money)}
        aside={t(($) => $.calculator.optional)}
        hint={ownVnd === null ? t(($) => $.calculator.moneyHint) : sumInWords(ownVnd, format.language)}
        error={isMoneyUnread ? t(($) => $.calculator.moneyFault) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            data-testid="calculator-money"
            size="lg"
            className="tabular-nums max-md:h-11"
            inputMode="numeric"
            autoComplete="off"
            value={draft.moneyText}
            onChange={({ target }) => onDraft({ moneyText: target.value })}
            onBlur={() => ownVnd !== null && put(ownVnd)}
            after={<span className="text-fg-3">₫</span>}
          />
        )}
      </Field>
      <fieldset aria-label={t(($) => $.calculator.sums)} className={`flex flex-wrap gap-2 ${TALL_CHIPS}`}>
        <Chip
          disabled={preview === null}
          on={preview !== null && ownVnd === preview.leastVnd}
          onClick={() => preview && put(preview.leastVnd)}
        >
          {t(($) => $.calculator.enough)}
        </Chip>
        {SUMS.map((sum) => (
          <Chip key={sum.toString()} on={ownVnd === sum} onClick={() => put(sum)}>
            {format.vndSummary(sum)}
          </Chip>
        ))}
      </fieldset>
    </div>
  );
}

function KindField({ kind, onDraft }: CalculatorFormProps) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-1.5">
      <span aria-hidden className="font-medium text-13">
        {t(($) => $.calculator.investor)}
      </span>
      <Segment
        label={t(($) => $.calculator.investor)}
        value={kind}
        onValueChange={(next) => onDraft({ kind: next })}
        columns={2}
        options={(['individual', 'business'] as const).map((value) => ({
          value,
          label: t(($) => $.calculator.kinds[value]),
          className: 'h-8.5',
        }))}
      />
    </div>
  );
}

function Rate({ contract: { terms } }: { readonly contract: Contract }) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  if (!terms) return null;
  return (
    <dl className="grid gap-1">
      <dt className="mb-0.5 font-medium text-13">{t(($) => $.calculator.rate)}</dt>
      <dd className="flex h-9.5 items-center rounded-md border border-border bg-surface-2 px-2.5 text-13 text-fg-2 tabular-nums">
        {t(($) => $.calculator.rateIs, { rate: amountText(terms.fxRate, format), currency: terms.currency })}
      </dd>
      <dd className="text-11 text-fg-3 tabular-nums">
        {t(($) => $.calculator.since, { date: format.date(terms.fxRateFrom) })}
      </dd>
    </dl>
  );
}
