/** Expands the price table and back, on pages with more around it. */
import { Maximize2, Minimize2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#design/ui/controls/icon-button.tsx';

export interface HeightButtonProps {
  readonly isTall: boolean;
  readonly onPress: () => void;
}

export function HeightButton({ isTall, onPress }: HeightButtonProps) {
  const { t } = useTranslation();
  const Arrows = isTall ? Minimize2 : Maximize2;
  return (
    <IconButton label={isTall ? t(($) => $.board.lower) : t(($) => $.board.taller)} size="icon-sm" onClick={onPress}>
      <Arrows aria-hidden />
    </IconButton>
  );
}
