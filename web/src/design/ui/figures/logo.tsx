/** Draws our mark: an ear of rice, the harvest that "mùa" means. The name beside it is configuration. */
import { cn } from '#design/class-names.ts';

/** Path of one grain, its foot at the origin. */
const GRAIN = 'M0 0C2.1 -1.7 2.1 -5 0 -6.9C-2.1 -5 -2.1 -1.7 0 0Z';

export const GRAINS = [
  { at: 'translate(12 10)', opacity: 1 },
  { at: 'translate(11.2 13.7) rotate(-46)', opacity: 0.92 },
  { at: 'translate(12.8 13.7) rotate(46)', opacity: 0.92 },
  { at: 'translate(11.2 18.3) rotate(-46)', opacity: 0.78 },
  { at: 'translate(12.8 18.3) rotate(46)', opacity: 0.78 },
];

export function LogoMark({ className, animated = false }: { className?: string | undefined; animated?: boolean }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={cn('size-5.5 shrink-0', className)}>
      <rect width="24" height="24" rx="6" className="fill-primary" />
      <path d="M12 12.2V21" className="stroke-primary-foreground" strokeWidth="1.3" strokeLinecap="round" />
      {GRAINS.map(({ at, opacity }, index) => (
        <path
          key={at}
          d={GRAIN}
          transform={at}
          className={cn('fill-primary-foreground', animated && 'animate-grain')}
          fillOpacity={opacity}
          style={animated ? { animationDelay: `${(GRAINS.length - 1 - index) * 110}ms` } : undefined}
        />
      ))}
    </svg>
  );
}

export interface LogoProps {
  readonly name: string;
  /** True where a phone shows the mark alone; the name is still read out. */
  readonly isShortOnPhone?: boolean;
  readonly className?: string | undefined;
}

export function Logo({ name, isShortOnPhone = false, className }: LogoProps) {
  return (
    <span className={cn('inline-flex items-center gap-2 font-semibold text-14 tracking-[-0.01em]', className)}>
      <LogoMark />
      <span className={cn(isShortOnPhone && 'max-md:sr-only')}>{name}</span>
    </span>
  );
}
