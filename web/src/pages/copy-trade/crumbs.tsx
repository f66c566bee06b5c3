import { Children, type ReactNode } from 'react';

export const CRUMB_LINK = 'rounded-sm text-primary-text hover:underline max-md:py-3';

/** Where a page is: links to what it belongs to, then its own name. A list, so that no link hides in a sentence. */
export function Crumbs({ children }: { readonly children: ReactNode }) {
  return (
    <ol className="flex flex-wrap gap-x-1 text-12 text-fg-3">
      {Children.map(children, (crumb) => (
        <li className="not-first:before:mr-1 not-first:before:content-['/']">{crumb}</li>
      ))}
    </ol>
  );
}
