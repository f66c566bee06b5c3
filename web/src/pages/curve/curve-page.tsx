/**
 * `/curve/:commodity`: all months of a commodity, today's prices beside the last settlements, and in words what that is
 * for whoever holds. For anybody; its sums are core's (core/preview/curve).
 */
import type { Contract } from '@mua/contract/entities/contract';
import { Link } from '@tanstack/react-router';
import { ChevronDown, Info } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Button, buttonVariants } from '#design/ui/controls/button.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { SEARCH_ROW } from '#design/ui/dialogs/search-menu.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import { DESK_QUERY, useMediaQuery } from '#design/use-media-query.ts';
import { ContractList } from '#features/contract-strip/contract-list.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useMarketFormat } from '#i18n/use-format.ts';
import { useContracts } from '#market/contracts.ts';
import { BEFORES, type Before, useEarlier } from '#pages/curve/before.ts';
import { CurveChart } from '#pages/curve/curve-chart.tsx';
import { CurveRows } from '#pages/curve/curve-rows.tsx';
import { CurveTable } from '#pages/curve/curve-table.tsx';
import { meaningText, shapeText } from '#pages/curve/curve-text.ts';
import { type CurveUnit, unitLabel, unitsOf } from '#pages/curve/curve-unit.ts';
import { monthsOf, nearestMonths, useLiveCurve } from '#pages/curve/live-curve.ts';
import { Neighbours } from '#pages/curve/neighbours.tsx';
import { errorCodeOf } from '#signed-in/actor.ts';

export function CurvePage({ commodity }: { readonly commodity: string }) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { contracts, data, error, refetch } = useContracts();
  const months = useMemo(() => monthsOf(contracts, commodity), [contracts, commodity]);
  const name = months[0]?.commodityName[format.language] ?? commodity;
  usePageTitle(`${t(($) => $.curve.title)} · ${name}`);
  const [view, setView] = useState<CurveView>({ unit: 'quoted', before: 'day' });
  const listed = { months: format.volume(months.length) };
  return (
    <div className="mx-auto grid w-full max-w-[1400px] shrink-0 content-start gap-4 p-4 md:p-6">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-20">{t(($) => $.curve.title)}</h1>
        <CommodityMenu contracts={contracts} current={months[0]} />
        {months.length > 0 && (
          <p className="mr-auto text-fg-2">
            {t(($) => (months.length === 1 ? $.curve.oneMonth : $.curve.months), listed)}
          </p>
        )}
        {months[0] && <CurveTools contract={months[0]} view={view} onView={setView} />}
      </header>
      {months.length > 0 ? (
        <Curve months={months} name={name} {...view} />
      ) : data ? (
        <Unknown commodity={commodity} />
      ) : error ? (
        <ErrorPanel code={errorCodeOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <SkeletonRows rows={7} columns={['text', 'number', 'number', 'number']} />
        </Card>
      )}
    </div>
  );
}

function Unknown({ commodity }: { readonly commodity: string }) {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState
        title={t(($) => $.curve.unknown, { commodity })}
        hint={t(($) => $.curve.unknownHint)}
        action={
          <Link to="/" className={buttonVariants({ variant: 'outline' })}>
            {t(($) => $.curve.toBoard)}
          </Link>
        }
      />
    </Card>
  );
}

/** How the page is read. */
interface CurveView {
  readonly unit: CurveUnit;
  readonly before: Before;
}

interface CurveToolsProps {
  /** Any of its months. */
  readonly contract: Contract;
  readonly view: CurveView;
  readonly onView: (view: CurveView) => void;
}

function CurveTools({ contract, view, onView }: CurveToolsProps) {
  const { t } = useTranslation();
  const units = unitsOf(contract).map((value) => ({ value, label: unitLabel(t, contract, value) }));
  return (
    <div className="flex flex-wrap gap-2">
      {units.length > 1 && (
        <Segment
          label={t(($) => $.curve.unitChoice)}
          value={view.unit}
          onValueChange={(unit) => onView({ ...view, unit })}
          options={units}
        />
      )}
      <Segment
        label={t(($) => $.curve.beforeChoice)}
        value={view.before}
        onValueChange={(before) => onView({ ...view, before })}
        options={BEFORES.map((value) => ({ value, label: t(($) => $.curve.beforeShort[value]) }))}
      />
    </div>
  );
}

interface CurveBodyProps extends CurveView {
  readonly months: readonly Contract[];
  readonly name: string;
}

function Curve({ months: contracts, name, unit, before }: CurveBodyProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const isDesk = useMediaQuery(DESK_QUERY);
  const months = useLiveCurve(contracts);
  const shape = shapeText({ t, format }, months);
  const meaning = meaningText({ t, format }, months, unit);
  const shown = { months, name, unit, earlier: useEarlier(months, before) };
  return (
    <>
      <Card className="flex gap-2.5 px-4 py-3" data-testid="curve-words">
        <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-fg-3" />
        <p>
          <strong className="font-semibold">{shape}</strong>
          {meaning !== null && <span className="text-fg-2"> {meaning}</span>}
        </p>
      </Card>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card className="min-w-0 p-0">
          <CurveChart {...shown} />
          {isDesk ? <CurveTable {...shown} /> : <CurveRows {...shown} />}
        </Card>
        <Neighbours months={months} unit={unit} />
      </div>
      <p className="text-12 text-fg-3">{t(($) => $.curve.carryAbout)}</p>
    </>
  );
}

interface CommodityMenuProps {
  readonly contracts: readonly Contract[];
  readonly current: Contract | undefined;
}

function CommodityMenu({ contracts, current }: CommodityMenuProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const [isOpen, setOpen] = useState(false);
  const nearest = useMemo(() => nearestMonths(contracts), [contracts]);
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="outline" className="max-md:h-11" data-testid="curve-commodity">
          {current ? `${current.commodityName[format.language]} · ${current.exchange}` : t(($) => $.curve.choose)}
          <ChevronDown aria-hidden className="size-3.5" />
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="start"
        className="w-[min(392px,calc(100vw-16px))] p-0"
        aria-label={t(($) => $.curve.choose)}
      >
        <ContractList
          contracts={nearest}
          current={current?.code ?? ''}
          row={(each, isCurrent) => (
            <Link
              to="/curve/$commodity"
              params={{ commodity: each.commodityCode }}
              onClick={() => setOpen(false)}
              preload={false}
              aria-current={isCurrent ? 'true' : undefined}
              {...SEARCH_ROW}
              className={cn(
                'flex items-center gap-2 rounded-sm px-2 py-1 outline-offset-[-2px] hover:bg-surface-4 max-md:min-h-11',
                isCurrent && 'bg-primary-soft',
              )}
            >
              <span className="w-14 font-medium">{each.commodityCode}</span>
              <span className="min-w-0 flex-1 truncate">{each.commodityName[format.language]}</span>
              <span className="text-12 text-fg-3">{each.exchange}</span>
            </Link>
          )}
        />
      </PopoverContent>
    </Popover>
  );
}
