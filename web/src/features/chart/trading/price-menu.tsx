/**
 * The actions available at a price of the chart: opened by a right click, a long press, or the menu key at the
 * crosshair. It fills the ticket and sends nothing.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { stopIsReached } from '@mua/core/preview';
import type { Side, Ticks } from '@mua/core/values';
import { Copy, Eye, EyeOff, Scaling } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import type { ChartOrders } from '#features/chart/trading/chart-orders.ts';
import { useChartView } from '#features/chart/trading/chart-view-store.ts';
import type { TradedChart } from '#features/chart/trading/traded-chart.ts';
import { useFormat } from '#i18n/use-format.ts';
import { priceStore } from '#market/price-store.ts';
import { isMarketable } from '#orders/marketable.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';

export type MenuChart = Pick<TradedChart, 'plane' | 'resetScale' | 'drawings'>;

export interface PriceMenuProps {
  readonly chart: MenuChart;
  readonly contract: Contract;
  readonly own: ChartOrders;
  readonly surface: RefObject<HTMLElement | null>;
}

export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  readonly ticks: Ticks;
}

export interface PriceDraft {
  readonly side: Side;
  readonly orderType: 'LIMIT' | 'STOP';
}

/** The order is fixed, so that experienced users never find another item in the place they remember. */
export const PRICE_DRAFTS: readonly PriceDraft[] = [
  { side: 'BUY', orderType: 'LIMIT' },
  { side: 'SELL', orderType: 'LIMIT' },
  { side: 'BUY', orderType: 'STOP' },
  { side: 'SELL', orderType: 'STOP' },
];

export interface PricesNow {
  readonly bid: Ticks | null;
  readonly ask: Ticks | null;
  readonly last: Ticks | null;
}

/** It would trade at once: a limit that meets the other side, or a stop already reached. */
export function isAtOnce({ side, orderType }: PriceDraft, ticks: Ticks, { bid, ask, last }: PricesNow): boolean {
  if (orderType === 'STOP') return last !== null && stopIsReached(side, ticks, last);
  return isMarketable(side, ticks, { bid, ask });
}

export function PriceMenu({ chart, contract, own, surface }: PriceMenuProps) {
  const [place, setPlace] = useState<MenuPlace | null>(null);
  useMenuPlace(chart, surface, setPlace);
  if (!place) return null;
  const close = () => {
    setPlace(null);
    surface.current?.focus({ preventScroll: true });
  };
  return (
    <DropdownMenu open onOpenChange={(isOpen) => !isOpen && close()}>
      <DropdownMenuTrigger asChild>
        <span aria-hidden className="pointer-events-none absolute size-0" style={{ left: place.x, top: place.y }} />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="start"
        // Another right click moves it.
        hasVeil={false}
        sideOffset={2}
        className="w-68"
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        <MenuItems {...{ chart, contract, own, place }} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function MenuItems({ chart, contract, own, place }: Omit<PriceMenuProps, 'surface'> & { place: MenuPlace }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { showsOrders, setShown } = useChartView();
  const { code, decimalFormat: grid, terms } = contract;
  const { actor, onAlertHere } = own;
  const { ticks } = place;
  const price = format.price(ticks, grid);
  const now = {
    bid: priceStore.read(code, 'bid'),
    ask: priceStore.read(code, 'ask'),
    last: priceStore.read(code, 'last'),
  };
  const noteOn = (draft: PriceDraft) => {
    if ((terms?.durations[draft.orderType]?.length ?? 0) === 0) return t(($) => $.chartOrders.menu.notOffered);
    if (!isAtOnce(draft, ticks, now)) return '';
    return t(($) => $.chartOrders.atOnce[draft.orderType === 'LIMIT' ? 'limit' : 'stop']);
  };
  const draftHere = ({ side, orderType }: PriceDraft) => {
    const draft = useTicketDraft.getState();
    // A chart may be of another contract than the ticket.
    if (draft.contractCode !== code) draft.reset(code);
    draft.draftAt({ side, orderType, ticks, grid, owner: actor });
  };
  const copy = async () => {
    const isCopied = await copyText(price);
    const { toast } = await import('#design/ui/feedback/toaster.tsx');
    if (isCopied) toast.info(t(($) => $.chartOrders.menu.copied, { price }));
    else toast.error(t(($) => $.chartOrders.menu.notCopied, { price }));
  };
  return (
    <>
      <DropdownMenuLabel>
        {t(($) => $.chartOrders.menu.title, { price })} · {t(($) => $.chartOrders.menu.drafts)}
      </DropdownMenuLabel>
      {PRICE_DRAFTS.map(({ side, orderType }) => (
        <DropdownMenuItem
          disabled={(terms?.durations[orderType]?.length ?? 0) === 0}
          key={`${side} ${orderType}`}
          data-testid={`draft-${side}-${orderType}`}
          onSelect={() => draftHere({ side, orderType })}
        >
          <span
            className={cn(
              'in-data-[disabled]:text-disabled font-medium',
              side === 'BUY' ? 'text-buy-text' : 'text-sell-text',
            )}
          >
            {t(($) => $.chartOrders.menu[orderType === 'LIMIT' ? 'limit' : 'stop'], {
              side: t(($) => $.words.side[side]),
              price,
            })}
          </span>
          <span className="ml-auto text-11 text-fg-3">{noteOn({ side, orderType })}</span>
        </DropdownMenuItem>
      ))}
      <DropdownMenuSeparator />
      {onAlertHere && (
        <DropdownMenuItem onSelect={() => onAlertHere(ticks)}>
          {t(($) => $.chartOrders.menu.alert, { price })}
        </DropdownMenuItem>
      )}
      <DropdownMenuItem onSelect={() => void copy()}>
        <Copy aria-hidden /> {t(($) => $.chartOrders.menu.copy)}
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => setShown('showsOrders', !showsOrders)}>
        {showsOrders ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        {t(($) => $.chartOrders.menu[showsOrders ? 'hide' : 'show'])}
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => chart.resetScale()}>
        <Scaling aria-hidden /> {t(($) => $.chart.scale.reset)}
      </DropdownMenuItem>
    </>
  );
}

/** A finger held this long opens the menu when it is lifted in place; if it moves, it reads the bars. */
const LONG_PRESS_MS = 500;
const LONG_PRESS_SLACK_PX = 10;

function useMenuPlace(
  chart: MenuChart,
  surface: RefObject<HTMLElement | null>,
  setPlace: (place: MenuPlace) => void,
): void {
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true };
    let pointer: { readonly clientX: number; readonly clientY: number } | null = null;
    let touched: PointerEvent | null = null;
    const openAt = (at: { readonly clientX: number; readonly clientY: number }) => {
      const pixel = chart.plane.pixelOf(new MouseEvent('contextmenu', at));
      const ticks = pixel && chart.plane.placeAt(pixel, { isMagnet: false })?.ticks;
      if (pixel && ticks !== null && ticks !== undefined) setPlace({ ...pixel, ticks });
    };
    const openByKey = () => {
      if (pointer) return openAt(pointer);
      const newest = chart.plane.newest();
      const { width } = chart.plane.box;
      if (newest) setPlace({ x: width / 2, y: chart.plane.yOf(newest.ticks), ticks: newest.ticks });
    };
    const onMenu = (event: MouseEvent) => {
      event.preventDefault();
      event.stopPropagation();
      // On touch the menu opens when the finger is lifted.
      if (touched) return;
      if (event.button === 2) openAt(event);
      else openByKey();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
      event.preventDefault();
      event.stopPropagation();
      openByKey();
    };
    const onMove = ({ clientX, clientY, pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') pointer = { clientX, clientY };
    };
    const onDown = (event: PointerEvent) => {
      const isFree = chart.drawings.state.read().tool === null;
      touched = event.pointerType === 'touch' && event.isPrimary && isFree ? event : null;
    };
    const onUp = (event: PointerEvent) => {
      const start = touched;
      touched = null;
      if (!start || event.pointerId !== start.pointerId) return;
      const hasMoved = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > LONG_PRESS_SLACK_PX;
      if (!hasMoved && event.timeStamp - start.timeStamp >= LONG_PRESS_MS) openAt(event);
    };
    element.addEventListener('contextmenu', onMenu, options);
    element.addEventListener('keydown', onKey, options);
    element.addEventListener('pointermove', onMove, options);
    element.addEventListener(
      'pointerleave',
      () => {
        pointer = null;
      },
      options,
    );
    element.addEventListener('pointerdown', onDown, options);
    element.addEventListener('pointerup', onUp, options);
    element.addEventListener(
      'pointercancel',
      () => {
        touched = null;
      },
      options,
    );
    return () => listening.abort();
  }, [chart, surface, setPlace]);
}

/** False when the browser refuses, or has no clipboard, as on a page loaded without https. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
