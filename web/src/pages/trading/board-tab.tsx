/** The price table in the desk's bottom panel: a click opens the desk of that contract. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Side } from '@mua/core/values';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { HeightButton } from '#features/price-table/height-button.tsx';
import { PriceTable } from '#features/price-table/price-table.tsx';
import { useFavourites } from '#lists/favourites.ts';
import { useBoardLists } from '#pages/board-lists.tsx';

export interface BoardTabProps {
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
  /** Toggles a larger table, where there is room for one. */
  readonly onGrow?: () => void;
}

export function BoardTab({ contract, contracts, onGrow }: BoardTabProps) {
  const navigate = useNavigate();
  const favourites = useFavourites();
  const { lists, rowActions, menu } = useBoardLists();
  const actions = useMemo(() => {
    const open = (code: string, side?: Side) => {
      void navigate({ to: '/trading/$code', params: { code }, search: side === undefined ? {} : { side } });
    };
    return { onSelect: (code: string) => open(code), onOpen: open, onToggleFavorite: favourites.toggle, ...rowActions };
  }, [navigate, favourites.toggle, rowActions]);
  return (
    <>
      <PriceTable
        contracts={contracts}
        isLoading={false}
        errorCode={null}
        onRetry={() => undefined}
        favorites={favourites.codes}
        lists={lists}
        selectedCode={contract.code}
        actions={actions}
        {...(onGrow ? { tools: <HeightButton isTall={false} onPress={onGrow} /> } : {})}
      />
      {menu}
    </>
  );
}
