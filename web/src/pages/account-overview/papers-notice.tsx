/** Shown above the account pages of an investor who trades already and has a new paper to sign. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileSignature } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { meQuery } from '#signed-in/accounts.ts';
import { useActiveUser } from '#signed-in/actor.ts';
import { usePapersToSign } from '#signed-in/papers.ts';

export function PapersNotice() {
  const { t } = useTranslation();
  const format = useFormat();
  const userId = useActiveUser();
  const { data: me } = useQuery({ ...meQuery(userId ?? ''), enabled: userId !== null });
  const papers = usePapersToSign();
  const [first] = papers;
  // An investor who may not trade yet sees the notice about their status instead.
  if (!first || me?.status !== 'ACTIVE') return null;
  const by = papers.flatMap(({ deadline }) => deadline ?? []).sort()[0];
  return (
    <section
      aria-label={t(($) => $.contracts.title)}
      data-testid="papers-notice"
      className="flex shrink-0 items-center gap-3 border-border border-b bg-warning-soft px-4 py-1.5"
    >
      <FileSignature aria-hidden className="size-4 shrink-0 text-warning" />
      <p role="status" className="min-w-0 flex-1 text-12">
        <span className="mr-2 font-semibold">
          {t(($) => $.contracts.owed.title, { paper: t(($) => $.contracts.paper[first.paper]) })}
        </span>
        {by && t(($) => $.contracts.owed.by, { date: format.civilDate(by) })}
      </p>
      <Link
        to="/account-overview/digital-signature"
        className={cn(buttonVariants({ size: 'sm', variant: 'outline' }), 'shrink-0 bg-surface max-md:not-low:h-11')}
      >
        {t(($) => $.contracts.goSign)}
      </Link>
    </section>
  );
}
