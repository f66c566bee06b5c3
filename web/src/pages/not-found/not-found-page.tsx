/** The 404 page (docs/rules/screens.md#pages): its text, and a drawing of a price line that went astray. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';

export function NotFoundPage() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.pages.title.notFound));
  return (
    <div className="m-auto flex max-w-[520px] flex-col items-center px-6 py-10 text-center">
      <LostLine />
      <h1 className="mt-8 text-balance font-semibold text-28">{t(($) => $.pages.notFound.heading)}</h1>
      <p className="mt-3 text-pretty text-14 text-fg-2 leading-6">{t(($) => $.pages.notFound.text)}</p>
      <Link to="/" className={buttonVariants({ size: 'lg', className: 'mt-7 min-w-36 max-md:h-11' })}>
        {t(($) => $.pages.notFound.home)}
      </Link>
    </div>
  );
}

function LostLine() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 320 140"
      className="w-80 max-w-full"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {[24, 58, 92, 126].map((y) => (
        <path key={y} d={`M0 ${y}H320`} className="stroke-border" />
      ))}
      <path
        d="M2 104 22 98 36 108 54 84 70 92 88 66 104 76 122 52 140 64 156 44"
        strokeWidth="2"
        className="stroke-primary-text"
      />
      <path
        d="M156 44C188 12 226 18 222 52 218 84 176 78 190 50 204 22 258 30 272 72 280 96 292 108 306 104"
        strokeWidth="2"
        strokeDasharray="1 7"
        className="stroke-fg-3"
      />
      <circle cx="156" cy="44" r="7" className="fill-primary-soft" />
      <circle cx="156" cy="44" r="3.5" className="fill-primary-text" />
      <circle cx="306" cy="104" r="3" strokeWidth="1.5" className="stroke-fg-3" />
    </svg>
  );
}
