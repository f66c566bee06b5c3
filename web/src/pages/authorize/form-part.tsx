import { type ReactNode, useId } from 'react';

/** A named group of form fields. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="font-medium text-12 text-fg-2">
        {title}
      </h2>
      {children}
    </section>
  );
}
