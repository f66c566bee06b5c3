/** Shows a person by the first letters of the last two words of their name: in Vietnamese those are the given names. */
import { cn } from '#design/class-names.ts';

export function Avatar({ name, className }: { name: string; className?: string | undefined }) {
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-6 shrink-0 place-items-center rounded-full bg-surface-4 font-semibold text-11 text-foreground',
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return words
    .slice(-2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}
