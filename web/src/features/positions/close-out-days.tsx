/** Days left until the position must be closed; the last five are a warning. */
import type { Contract } from '@mua/contract/entities/contract';
import type { OpenPosition } from '@mua/contract/entities/position';
import { civilDateAt } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { marketNowMs, useEverySecond } from '#data/market-clock.ts';
import { cn } from '#design/class-names.ts';
import { Tooltip } from '#design/ui/tooltip.tsx';
import { MISSING } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';
import { closeOutOf } from './position-figures.ts';

const VIETNAM_OFFSET_MS = 7 * 60 * 60 * 1000;
/** The second of the expiry guard's notices (trading rules: 10, 5, 3 and 1). */
const SOON_DAYS = 5;

export function CloseOutDays({ position, contract }: { position: OpenPosition; contract: Contract | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const today = useEverySecond(() => civilDateAt(marketNowMs(), VIETNAM_OFFSET_MS));
  const closeOut = closeOutOf(position, contract, today);
  if (!closeOut) return MISSING;
  const isSoon = closeOut.days <= SOON_DAYS;
  const days = format.volume(closeOut.days);
  return (
    <Tooltip content={`${t(($) => $.words.market[closeOut.kind])}: ${format.civilDate(closeOut.date)}`}>
      <span className={cn('whitespace-nowrap', isSoon ? 'font-medium text-warning' : 'text-fg-2')}>
        {isSoon ? t(($) => $.positions.daysSoon, { days }) : t(($) => $.positions.days, { days })}
      </span>
    </Tooltip>
  );
}
