/** Side and lots of the position that was closed. */
import type { SettledPosition } from '@mua/contract/entities/position';
import { useTranslation } from 'react-i18next';
import { SideText } from '#design/ui/figures/figures.tsx';
import { useFormat } from '#i18n/use-format.ts';

export function SettledSide({ pair }: { pair: SettledPosition }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <SideText side={pair.side}>
      {t(($) => $.words.side[pair.side])} {format.volume(pair.buyQuantity)}
    </SideText>
  );
}
