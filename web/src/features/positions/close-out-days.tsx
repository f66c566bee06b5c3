/** Days left until the position must be closed; the last five are a warning. */
import type { Contract } from '@mua/contract/entities/contract';
import type { OpenPosition } from '@mua/contract/entities/position';
import { useTranslation } from 'react-i18next';
import { marketNowMs, useEverySecond } from '#data/market-clock.ts';
import { cn } from '#design/class-names.ts';
import { Explained } from '#design/ui/explained.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { closeOutOf } from './position-figures.ts';

/** The second of the expiry guard's notices (trading rules: 10, 5, 3 and 1). */
const SOON_DAYS = 5;

export function CloseOutDays({ position, contract }: { position: OpenPosition; contract: Contract | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  // Rendered when the number of days changes, not every second.
  const closeOutAt = (nowMs: number) => closeOutOf(position, contract, nowMs);
  const left = useEverySecond(() => closeOutAt(marketNowMs()).days);
  const { kind, date } = closeOutAt(marketNowMs());
  const isSoon = left <= SOON_DAYS;
  const days = format.volume(left);
  return (
    <Explained
      text={`${t(($) => $.words.market[kind])}: ${format.civilDate(date)}`}
      className={cn('whitespace-nowrap', isSoon ? 'font-medium text-warning' : 'text-fg-2')}
    >
      {isSoon ? t(($) => $.positions.daysSoon, { days }) : t(($) => $.positions.days, { days })}
    </Explained>
  );
}
