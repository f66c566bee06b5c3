/** An input of one line of text that is shown whole: it wraps, and grows with what is typed. */
import type { ComponentProps } from 'react';
import { cn } from '#design/class-names.ts';
import { controlVariants } from '#design/ui/controls/input.tsx';

export type LongInputProps = ComponentProps<'textarea'>;

export function LongInput({ onKeyDown, ...props }: LongInputProps) {
  const isInvalid = props['aria-invalid'] === true || props['aria-invalid'] === 'true';
  return (
    <span
      data-slot="input"
      className={cn(controlVariants({ size: 'xl', tone: isInvalid ? 'error' : 'plain' }), 'h-auto min-h-11')}
    >
      <textarea
        rows={1}
        className="field-sizing-content w-full min-w-0 flex-1 resize-none bg-transparent py-2 leading-6 outline-none placeholder:text-fg-3"
        onKeyDown={(event) => {
          // A new line would be a second one of a text that has one. Enter sends the form, as it does elsewhere.
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }
          onKeyDown?.(event);
        }}
        {...props}
      />
    </span>
  );
}
