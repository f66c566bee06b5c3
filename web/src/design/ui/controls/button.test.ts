import { expect, test } from 'vitest';
import { cn } from '#design/class-names.ts';
import { buttonVariants } from '#design/ui/controls/button.tsx';

const VARIANTS = ['primary', 'outline', 'ghost', 'buy', 'sell', 'danger', 'link'] as const;
const SIZES = ['sm', 'md', 'lg', 'send', 'icon', 'icon-sm', 'text'] as const;

test.each(VARIANTS.flatMap((variant) => SIZES.map((size) => ({ variant, size }))))(
  'a link with the classes of %o is styled exactly like the button',
  (look) => {
    expect(cn(buttonVariants(look))).toBe(buttonVariants(look));
  },
);
