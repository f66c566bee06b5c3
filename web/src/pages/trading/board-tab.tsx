/** The price table in the desk's bottom panel: a click goes to that contract's desk. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Side } from '@mua/core/values';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFavourites } from '#data/favourites.ts';
import { buttonVariants } from '#design/ui/button.tsx';
import { HeightButton } from '#features/price-table/height-button.tsx';
import { PriceTable } from '#features/price-table/price-table.tsx';

export interface BoardTabProps {
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
  /** More room for the table, and back. */
  readonly onGrow: () => void;
}

export function BoardTab({ contract, contracts, onGrow }: BoardTabProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const favourites = useFavourites();
  const returnUrl = useLocation({ select: ({ href }) => href });
  const actions = useMemo(() => {
    const open = (code: string, side?: Side) => {
      void navigate({ to: '/trading/$code', params: { code }, search: side === undefined ? {} : { side } });
    };
    return { onSelect: (code: string) => open(code), onOpen: open, onToggleFavorite: favourites.toggle };
  }, [navigate, favourites.toggle]);
  const signIn = favourites.canKeep ? null : (
    <Link to="/login" search={{ returnUrl }} className={buttonVariants({ variant: 'outline', size: 'sm' })}>
      {t(($) => $.shell.header.signIn)}
    </Link>
  );
  return (
    <PriceTable
      contracts={contracts}
      isLoading={false}
      errorCode={null}
      onRetry={() => undefined}
      favorites={favourites.codes}
      signIn={signIn}
      selectedCode={contract.code}
      actions={actions}
      tools={<HeightButton isTall={false} onPress={onGrow} />}
    />
  );
}
