/** The number of ticks grouped in the book, as a button with or without its menu. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Ticks } from '@mua/core/values';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#i18n/use-format.ts';

export interface GroupMenuProps {
  readonly contract: Contract;
  readonly groupTicks: Ticks;
  readonly onGroup: (ticks: Ticks) => void;
}

export function GroupButton({
  contract,
  groupTicks,
  onGroup: _,
  ...props
}: GroupMenuProps & Omit<ComponentProps<'button'>, 'children'>) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={t(($) => $.desk.book.group)}
      title={t(($) => $.desk.book.group)}
      className="ml-auto flex h-6 items-center gap-1 rounded-sm pr-1 pl-1.5 font-medium text-12 text-fg-2 hover:bg-surface-3 data-[state=open]:bg-surface-3"
      {...props}
    >
      {format.price(groupTicks, contract.decimalFormat)}
      <ChevronDown aria-hidden className="size-3.5" />
    </button>
  );
}
