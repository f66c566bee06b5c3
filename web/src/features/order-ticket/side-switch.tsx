/** Buy or sell, in their colours: radio buttons like the order types, each with a key of its own. */
import type { Side } from '@mua/core/values';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Kbd } from '#design/ui/controls/kbd.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { useKeysOf } from '#session/shortcuts.ts';

const SIDES = [
  { side: 'BUY', testId: 'ticket-side-buy', on: 'data-[state=on]:bg-buy data-[state=on]:text-on-side' },
  { side: 'SELL', testId: 'ticket-side-sell', on: 'data-[state=on]:bg-sell data-[state=on]:text-on-side' },
] as const;

export interface SideSwitchProps {
  readonly side: Side;
  readonly onSide: (side: Side) => void;
  readonly isRoomy: boolean;
}

export const SideSwitch = memo(function SideSwitch({ side, onSide, isRoomy }: SideSwitchProps) {
  const { t } = useTranslation();
  const letters = { BUY: letterOf(useKeysOf('buy')), SELL: letterOf(useKeysOf('sell')) };
  return (
    <Segment
      label={t(($) => $.words.order.side)}
      value={side}
      onValueChange={onSide}
      columns={SIDES.length}
      className="p-0.5"
      options={SIDES.map((one) => {
        const letter = letters[one.side];
        return {
          value: one.side,
          name: t(($) => $.words.side[one.side]),
          label: <Face name={t(($) => $.words.side[one.side])} letter={isRoomy ? undefined : letter} />,
          ...(letter ? { keyShortcut: letter } : {}),
          testId: one.testId,
          className: cn(
            'h-8 text-13 font-semibold transition-colors duration-(--fast)',
            isRoomy && 'h-11 text-14',
            one.on,
          ),
        };
      })}
    />
  );
});

/** Longer names have no room beside the side. */
function letterOf(keys: string): string | undefined {
  return keys.length === 1 ? keys.toUpperCase() : undefined;
}

function Face({ name, letter }: { readonly name: string; readonly letter: string | undefined }) {
  return (
    <span className="flex items-center gap-2">
      {name}
      {letter && (
        <Kbd aria-hidden className="border-current bg-transparent px-1 text-current leading-3.5">
          {letter}
        </Kbd>
      )}
    </span>
  );
}
