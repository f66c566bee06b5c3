/** Shows the contracts that rose, fell and traded most today, each a link to its desk; re-ranked every other second. */
import type { Contract } from '@mua/contract/entities/contract';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf, Price, QuoteChange } from '#design/ui/figures/figures.tsx';
import { MOVER_LISTS, type Movers, moversOf, quotesOf } from '#features/market-movers/movers.ts';
import { useFormat } from '#i18n/use-format.ts';
import { priceStore } from '#market/price-store.ts';
import { useQuoteChange, useQuoteField } from '#market/use-quote.ts';

const MOST = 5;
/** Rows that change places while being read are useless. */
const PAUSE_MS = 2000;

export function MarketMovers({ contracts }: { contracts: readonly Contract[] }) {
  const { t } = useTranslation();
  const movers = useMovers(contracts);
  const byCode = useMemo(() => new Map(contracts.map((contract) => [contract.code, contract])), [contracts]);
  return (
    <div className="grid gap-px bg-border lg:grid-cols-3" data-testid="market-movers">
      {MOVER_LISTS.map((list) => (
        <section key={list} aria-label={t(($) => $.accounts.movers[list])} className="min-w-0 bg-surface px-4 py-3">
          <h3 className="mb-1 text-12 text-fg-2">{t(($) => $.accounts.movers[list])}</h3>
          {movers[list].length === 0 && <p className="py-1 text-12 text-fg-3">{t(($) => $.accounts.movers.none)}</p>}
          <ol>
            {movers[list].map((code) => {
              const contract = byCode.get(code);
              return contract && <Mover key={code} contract={contract} withVolume={list === 'traded'} />;
            })}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Mover({ contract, withVolume }: { contract: Contract; withVolume: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { code, decimalFormat: grid } = contract;
  const last = useQuoteField(code, 'last');
  const settlement = useQuoteField(code, 'settlement');
  const volume = useQuoteField(code, 'volume');
  const change = useQuoteChange(code);
  return (
    <li className="border-border border-b last:border-b-0">
      <Link
        to="/trading/$code"
        params={{ code }}
        className="flex h-row items-center gap-2 whitespace-nowrap rounded-[3px] tabular-nums hover:bg-surface-2 max-md:h-11"
      >
        <span className="w-16 shrink-0 font-medium">{code}</span>
        <span className="min-w-0 flex-1 truncate text-fg-2">{contract.commodityName[format.language]}</span>
        {withVolume ? (
          <span className="text-fg-2">
            {t(($) => $.accounts.movers.lots, { count: volume ?? 0, lots: format.volume(volume) })}
          </span>
        ) : (
          <Price ticks={last} grid={grid} direction={directionOf(change)} />
        )}
        <QuoteChange
          changeTicks={change}
          referenceTicks={settlement}
          grid={grid}
          show="percent"
          glyph
          className="w-19 shrink-0 text-right font-medium"
        />
      </Link>
    </li>
  );
}

function useMovers(contracts: readonly Contract[]): Movers {
  const codes = useMemo(() => contracts.map(({ code }) => code), [contracts]);
  const [movers, setMovers] = useState(() => read(codes));
  useEffect(() => {
    setMovers(read(codes));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = priceStore.subscribeFrame(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setMovers((last) => unlessSame(last, read(codes)));
      }, PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [codes]);
  return movers;
}

function read(codes: readonly string[]): Movers {
  return moversOf(quotesOf(codes, priceStore.read), MOST);
}

function unlessSame(last: Movers, next: Movers): Movers {
  return MOVER_LISTS.every((list) => last[list].join() === next[list].join()) ? last : next;
}
