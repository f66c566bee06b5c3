/** Shows a refusal where it was met: the code's words, the attempts that are left, and a way on where there is one. */
import type { Facts } from '@mua/contract/errors';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface RefusalNoteProps {
  readonly refusal: { readonly code: string; readonly facts: Facts } | null;
  /** A link or a button that leads on. */
  readonly children?: ReactNode;
}

export function RefusalNote({ refusal, children }: RefusalNoteProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!refusal) return null;
  const { left } = refusal.facts;
  return (
    <div
      role="alert"
      data-testid="refusal"
      className="flex items-start gap-2 rounded-md bg-danger-soft px-3 py-2 text-danger leading-5"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        {writtenError({ t, format }, refusal)}
        {left !== undefined && <span className="block text-12">{t(($) => $.shell.state.left, { left })}</span>}
        <span className="block empty:hidden">{children}</span>
      </div>
    </div>
  );
}
