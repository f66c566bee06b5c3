/** All contracts, searched by code, commodity or exchange in either language; what a row shows and does is the caller's. */
import type { Contract } from '@mua/contract/entities/contract';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchMenu } from '#design/ui/dialogs/search-menu.tsx';
import { foundContracts } from '#features/contract-strip/found-contracts.ts';

/** Rows of the list visible without scrolling. */
const IN_VIEW = 16;

export interface ContractListProps {
  readonly contracts: readonly Contract[];
  readonly current: string;
  readonly row: (contract: Contract, isCurrent: boolean) => ReactNode;
  readonly className?: string;
}

export function ContractList({ contracts, current, row, className }: ContractListProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const found = useMemo(() => foundContracts(contracts, query, current), [contracts, query, current]);
  // The list opens with its visible rows; the others are rendered afterwards, without delaying the click.
  const isWhole = useDeferredValue(true, false);
  return (
    <SearchMenu
      query={query}
      onQuery={setQuery}
      label={t(($) => $.desk.strip.search)}
      nothing={found.length === 0 ? t(($) => $.desk.strip.none, { query }) : null}
      {...(className === undefined ? {} : { className })}
    >
      <ul>
        {found.slice(0, isWhole ? found.length : IN_VIEW).map((contract) => (
          <li key={contract.code}>{row(contract, contract.code === current)}</li>
        ))}
      </ul>
    </SearchMenu>
  );
}
