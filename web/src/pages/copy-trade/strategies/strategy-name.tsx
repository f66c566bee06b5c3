/** A strategy's name: it shows the strategy beside the list, or leads to its page where there is no room beside. */
import type { ShownStrategy } from '@mua/contract/entities/strategy-figures';
import { Link } from '@tanstack/react-router';
import { cn } from '#design/class-names.ts';

export interface StrategyNameProps {
  readonly strategy: ShownStrategy;
  readonly isSelected: boolean;
  readonly onSelect: ((strategyId: string) => void) | null;
  readonly className?: string;
}

export function StrategyName({ strategy: { strategyId, name }, isSelected, onSelect, className }: StrategyNameProps) {
  const look = cn('min-w-0 max-w-52 truncate rounded-sm text-left font-medium hover:underline', className);
  if (onSelect)
    return (
      <button
        type="button"
        className={look}
        title={name}
        aria-current={isSelected || undefined}
        onClick={(event) => {
          event.stopPropagation();
          onSelect(strategyId);
        }}
      >
        {name}
      </button>
    );
  return (
    <Link
      to="/account-overview/copy-trade/strategies/{-$strategyId}"
      params={{ strategyId }}
      className={look}
      title={name}
    >
      {name}
    </Link>
  );
}
