/** Above the head of a strategy, a copy or a week: the way back, step by step. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Links of the way; the page itself is its last step. */
export const CRUMB =
  'rounded-sm text-primary-text hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center';

/** Of a page about something that is not there, or has not come. */
export function BareHead({ steps, title }: { readonly steps: readonly ReactNode[]; readonly title: string }) {
  return (
    <header className="grid gap-1.5 px-4 pt-4 md:px-5">
      <Crumbs steps={steps} here={title} />
      <h1 className="text-20">{title}</h1>
    </header>
  );
}

export interface CrumbsProps {
  readonly steps: readonly ReactNode[];
  readonly here: string;
}

export function Crumbs({ steps, here }: CrumbsProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t(($) => $.strategies.crumbs)}>
      <ol className="flex flex-wrap items-center gap-x-1.5 text-12 text-fg-3">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no identity but its place.
          <li key={index} className="flex items-center gap-1.5 after:content-['/']">
            {step}
          </li>
        ))}
        <li aria-current="page" className="min-w-0 truncate">
          {here}
        </li>
      </ol>
    </nav>
  );
}
