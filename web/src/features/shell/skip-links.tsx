/**
 * The first tab stops of every page: links past the header, and to the parts that keyboard traders use. Only those
 * present on the page, checked when they get the focus: panels load late and may be closed.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SKIP_TARGETS, type SkipTarget } from '#design/skip-target.ts';

const LINK =
  'fixed top-2 left-2 z-60 -translate-y-16 rounded-md bg-primary px-3 py-1.5 font-medium text-primary-foreground focus-visible:translate-y-0';

export function SkipLinks() {
  const { t } = useTranslation();
  const [targets, setTargets] = useState<readonly SkipTarget[]>([]);
  const look = () => setTargets(SKIP_TARGETS.filter((id) => document.getElementById(id)?.checkVisibility()));
  return (
    <nav aria-label={t(($) => $.shell.nav.skips)} onFocus={look}>
      <a href="#main" className={LINK}>
        {t(($) => $.shell.nav.skip)}
      </a>
      {targets.map((id) => (
        <a key={id} href={`#${id}`} className={LINK}>
          {t(($) => $.shell.nav.skipTo[id])}
        </a>
      ))}
    </nav>
  );
}
