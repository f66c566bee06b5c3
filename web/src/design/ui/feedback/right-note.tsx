/** Beside a field: what stands there is right. */
import { Check } from 'lucide-react';

export function RightNote({ children }: { readonly children: string }) {
  return (
    <span className="flex items-start gap-1.5 text-12 text-success">
      <Check aria-hidden className="mt-px size-3.5 shrink-0" />
      {children}
    </span>
  );
}
