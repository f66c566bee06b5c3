/**
 * `/margin-calculator`: what a first position costs, what a move of the price is worth, and where the broker would act.
 * For anybody. Its sums are core's (core/preview), its terms those of the list of contracts, and the own ones of whoever
 * is signed in.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useMarketFormat } from '#i18n/use-format.ts';
import { useContracts } from '#market/contracts.ts';
import { defaultContract } from '#market/default-contract.ts';
import { useQuoteField } from '#market/use-quote.ts';
import { draftOf, previewOf, readDraft, searchOf } from '#pages/margin-calculator/calculator-draft.ts';
import { CalculatorForm } from '#pages/margin-calculator/calculator-form.tsx';
import type { CalculatorSearch, InvestorKind } from '#pages/margin-calculator/calculator-search.ts';
import { CostFigures } from '#pages/margin-calculator/cost-figures.tsx';
import { LevelsCard } from '#pages/margin-calculator/levels-card.tsx';
import { useOwnContract } from '#pages/margin-calculator/own-contract.ts';
import { SpokenResult } from '#pages/margin-calculator/spoken-result.tsx';
import { WaysOn } from '#pages/margin-calculator/ways-on.tsx';
import { useLastContract } from '#session/last-contract-store.ts';
import { meQuery } from '#signed-in/accounts.ts';
import { errorCodeOf, useActiveUser } from '#signed-in/actor.ts';

export interface MarginCalculatorPageProps {
  readonly search: CalculatorSearch;
  readonly onSearch: (search: CalculatorSearch) => void;
}

export function MarginCalculatorPage(props: MarginCalculatorPageProps) {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.calculator.title));
  const { contracts, isPending, error, refetch } = useContracts();
  const last = useLastContract();
  const first = contracts.find(({ code }) => code === props.search.contract) ?? defaultContract(contracts, last);
  return (
    <div className="mx-auto grid w-full max-w-[1168px] shrink-0 content-start gap-4 p-4 md:p-6 lg:pt-8">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <h1 className="text-20">{t(($) => $.calculator.title)}</h1>
        <p className="text-14 text-fg-2">{t(($) => $.calculator.about)}</p>
      </header>
      {first ? (
        <Calculator {...props} contracts={contracts} first={first} />
      ) : isPending ? (
        <Card>
          <SkeletonRows rows={5} columns={['text', 'number']} />
        </Card>
      ) : (
        <ErrorPanel code={error ? errorCodeOf(error) : 'DefaultError'} onRetry={() => void refetch()} />
      )}
    </div>
  );
}

interface CalculatorProps extends MarginCalculatorPageProps {
  readonly contracts: readonly Contract[];
  /** The contract that the address names, or the one to begin with. */
  readonly first: Contract;
}

function Calculator({ search, onSearch, contracts, first }: CalculatorProps) {
  const format = useMarketFormat();
  const [code, setCode] = useState(first.code);
  const { contract, packageTitle } = useOwnContract(contracts.find((one) => one.code === code) ?? first);
  const [draft, setDraft] = useState(() => draftOf(search, first, (sum) => format.vnd(sum, { bare: true })));
  const lastTicks = useQuoteField(contract.code, 'last');
  const kind = useKind(draft.kind);
  const read = readDraft(draft, contract, lastTicks);
  const preview = previewOf(draft, read, { terms: contract.terms, kind });
  const address = searchOf(draft, contract, read);
  useAddress(address, onSearch);
  const choose = (next: string) => {
    setCode(next);
    // Another contract has other prices.
    setDraft({ ...draft, priceText: null, isPriceHeld: false });
  };
  const shown = { contract, packageTitle, draft, read, kind, preview };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[384px_minmax(0,1fr)]">
      <CalculatorForm
        {...shown}
        contracts={contracts}
        lastTicks={lastTicks}
        onContract={choose}
        onDraft={(change) => setDraft((before) => ({ ...before, ...change }))}
      />
      <div className="grid min-w-0 gap-4">
        <CostFigures {...shown} />
        <LevelsCard {...shown} />
        <WaysOn {...shown} price={address.price} />
      </div>
      <SpokenResult {...shown} />
    </div>
  );
}

/** As chosen; else the signed-in investor's own. A visitor is assumed to become an individual investor. */
function useKind(chosen: InvestorKind | null): InvestorKind {
  const userId = useActiveUser();
  const { data: me } = useQuery({ ...meQuery(userId ?? ''), enabled: userId !== null });
  return chosen ?? me?.kind ?? 'individual';
}

/** Keeps the address that of the calculation on screen, without a step in the browser's history for each key. */
function useAddress(search: CalculatorSearch, onSearch: (search: CalculatorSearch) => void): void {
  const wanted = JSON.stringify(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its text stands for the object, which is new each time.
  useEffect(() => onSearch(search), [wanted, onSearch]);
}
