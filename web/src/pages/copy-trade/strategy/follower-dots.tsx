/** A dot for each follower, where their return is: what the average hides. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { linearScale } from '#design/plot/plot.ts';
import { useElementWidth } from '#design/use-element-width.ts';
import { useFormat } from '#i18n/use-format.ts';

const DOT = 7;
const GAP = 1;
const NAMES_HEIGHT = 16;
/** More of them lie on each other: the highest pile has this many. */
const HIGHEST = 6;

export function FollowerDots({ returns }: { readonly returns: readonly string[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [ref, width] = useElementWidth();
  const title = t(($) => $.strategies.each);
  const dots = useMemo(() => placedDots(returns, width), [returns, width]);
  const won = returns.filter((percent) => Number(percent) > 0).length;
  const lost = returns.filter((percent) => Number(percent) < 0).length;
  const name = t(($) => $.strategies.eachIs, {
    ...{ count: returns.length, followers: format.volume(returns.length) },
    ...{ won: format.volume(won), lost: format.volume(lost) },
    lowest: format.return(returns[0]).text,
    highest: format.return(returns.at(-1)).text,
  });
  return (
    <section aria-labelledby="follower-dots">
      <h2 id="follower-dots" className="mb-1.5 font-medium text-12 text-fg-2">
        {title}
      </h2>
      <div ref={ref} style={{ height: dots.height + NAMES_HEIGHT }} data-testid="follower-dots">
        {width > 0 && (
          <svg role="img" aria-label={name} width={width} height={dots.height + NAMES_HEIGHT} className="text-11">
            <path d={`M${dots.zeroX} 0V${dots.height}`} className="stroke-border-strong" />
            {dots.placed.map(({ x, y, isLoss }, index) => (
              <circle
                // biome-ignore lint/suspicious/noArrayIndexKey: followers have no name here, only their place.
                key={index}
                cx={x}
                cy={y}
                r={DOT / 2}
                opacity={0.75}
                className={isLoss ? 'fill-down' : 'fill-up'}
              />
            ))}
            {dots.names.map(({ x, percent }) => (
              <text
                key={percent}
                x={Math.min(Math.max(x, 16), width - 20)}
                y={dots.height + NAMES_HEIGHT - 3}
                textAnchor="middle"
                className="fill-fg-3"
              >
                {format.return(percent, { decimals: 0 }).text}
              </text>
            ))}
          </svg>
        )}
      </div>
      <p className="text-11 text-fg-3">{name}</p>
    </section>
  );
}

/** Exported for its test. */
export function placedDots(returns: readonly string[], width: number) {
  const values = returns.map(Number);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const xOf = linearScale([low, high === low ? low + 1 : high], [DOT, Math.max(DOT, width - DOT)]);
  const piles = new Map<number, number>();
  const columns = values.map((value) => Math.round(xOf(value) / (DOT + GAP)));
  for (const column of columns) piles.set(column, (piles.get(column) ?? 0) + 1);
  const highest = Math.min(HIGHEST, Math.max(1, ...piles.values()));
  const height = highest * (DOT + GAP) + 4;
  const filled = new Map<number, number>();
  const placed = values.map((value, index) => {
    const column = columns[index] ?? 0;
    const at = filled.get(column) ?? 0;
    filled.set(column, at + 1);
    const step = ((DOT + GAP) * highest) / Math.max(highest, piles.get(column) ?? 1);
    return { x: column * (DOT + GAP), y: height - DOT / 2 - at * step, isLoss: value < 0 };
  });
  const names = [low, 0, high]
    .filter((value, index, all) => all.indexOf(value) === index && (value === 0 || Math.abs(xOf(value) - xOf(0)) > 40))
    .map((value) => ({ x: xOf(value), percent: value.toFixed(2) }));
  return { placed, height, zeroX: xOf(0), names };
}
