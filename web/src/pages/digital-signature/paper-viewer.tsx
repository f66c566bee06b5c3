/** A paper to read: page by page, larger or smaller, in either language, and to take along. */
import { ChevronDown, ChevronUp, Download, Minus, Plus } from 'lucide-react';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { ErrorBoundary } from '#design/ui/feedback/error-boundary.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { LANGUAGES, type Language } from '#i18n/languages.ts';
import { PageWaiting } from '#pages/digital-signature/page-waiting.tsx';
import type { PagesSeen, PdfPagesHandle } from '#pages/digital-signature/pdf-pages.tsx';
import type { PaperFile } from '#pages/digital-signature/signatures.ts';
import { saveFile } from '#wire/save-file.ts';

const PdfPages = lazy(async () => ({ default: (await import('#pages/digital-signature/pdf-pages.tsx')).PdfPages }));

export interface PaperViewerProps {
  readonly name: string;
  readonly fileName: string;
  readonly language: Language;
  /** Null for a signed one: it is in the language in which it was signed. */
  readonly onLanguage: ((language: Language) => void) | null;
  /** Undefined while it comes. */
  readonly file: PaperFile | undefined;
  readonly errorCode: string | null;
  readonly onRetry: () => void;
  readonly onSeen: (seen: PagesSeen) => void;
}

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** Selects the name of the paper that is open. */
export const PAPER_NAME = '[data-paper-name]';

export function PaperViewer(props: PaperViewerProps) {
  const { name, fileName, language, onLanguage, file, errorCode, onRetry, onSeen } = props;
  const { t } = useTranslation();
  const pages = useRef<PdfPagesHandle>(null);
  const [seen, setSeen] = useState<PagesSeen | null>(null);
  const [zoom, setZoom] = useState(1);
  const note = useCallback(
    (next: PagesSeen) => {
      setSeen(next);
      onSeen(next);
    },
    [onSeen],
  );
  return (
    <section
      aria-label={t(($) => $.contracts.viewer.label, { paper: name })}
      className="flex h-[min(72dvh,56rem)] min-h-80 min-w-0 flex-col overflow-hidden rounded-lg border border-border bg-surface xl:h-auto"
    >
      <header className="flex min-h-10 flex-wrap items-center gap-x-1 border-border border-b px-2 max-md:pb-1">
        <h2 data-paper-name tabIndex={-1} className="min-w-0 flex-1 truncate px-2 font-medium text-13 outline-none">
          {name}
        </h2>
        <div className="flex flex-wrap items-center gap-x-1 max-md:order-last max-md:w-full">
          {onLanguage && (
            <Segment
              label={t(($) => $.contracts.viewer.language)}
              value={language}
              onValueChange={onLanguage}
              options={LANGUAGES.map((one) => ({
                value: one,
                label: one.toUpperCase(),
                name: t(($) => $.contracts.viewer[one]),
              }))}
              className="mr-auto md:mr-1"
            />
          )}
          <PageSteps seen={seen} onPage={(number) => pages.current?.showPage(number)} />
          <ZoomSteps zoom={zoom} onZoom={setZoom} />
        </div>
        <DownloadButton file={file} fileName={fileName} />
      </header>
      {file ? (
        <ErrorBoundary panel={t(($) => $.contracts.viewer.panel)}>
          <Suspense fallback={<PageWaiting />}>
            <PdfPages
              ref={pages}
              bytes={file.bytes}
              label={t(($) => $.contracts.viewer.label, { paper: name })}
              language={language}
              zoom={zoom}
              onSeen={note}
            />
          </Suspense>
        </ErrorBoundary>
      ) : errorCode === null ? (
        <PageWaiting />
      ) : (
        <ErrorPanel panel={t(($) => $.contracts.viewer.panel)} code={errorCode} onRetry={onRetry} />
      )}
    </section>
  );
}

interface PageStepsProps {
  readonly seen: PagesSeen | null;
  readonly onPage: (number: number) => void;
}

function PageSteps({ seen, onPage }: PageStepsProps) {
  const { t } = useTranslation();
  const { current, pages } = seen ?? { current: 1, pages: 1 };
  return (
    <span className="flex items-center">
      <IconButton
        label={t(($) => $.contracts.viewer.previous)}
        size="icon-sm"
        className={STEP}
        disabled={current <= 1}
        onClick={() => onPage(current - 1)}
      >
        <ChevronUp aria-hidden />
      </IconButton>
      <span className="min-w-9 text-center text-12 text-fg-2 tabular-nums" data-testid="paper-page">
        <span aria-hidden>
          {current} / {seen ? pages : '–'}
        </span>
        <span className="sr-only">{t(($) => $.contracts.viewer.page, { page: current, pages })}</span>
      </span>
      <IconButton
        label={t(($) => $.contracts.viewer.next)}
        size="icon-sm"
        className={STEP}
        disabled={current >= pages}
        onClick={() => onPage(current + 1)}
      >
        <ChevronDown aria-hidden />
      </IconButton>
    </span>
  );
}

/** As large as a finger on a phone. */
const STEP = 'max-md:size-11';

function ZoomSteps({ zoom, onZoom }: { readonly zoom: number; readonly onZoom: (zoom: number) => void }) {
  const { t } = useTranslation();
  const smaller = ZOOMS.filter((one) => one < zoom).at(-1);
  const larger = ZOOMS.find((one) => one > zoom);
  return (
    <span className="flex items-center">
      <IconButton
        label={t(($) => $.contracts.viewer.smaller)}
        size="icon-sm"
        className={STEP}
        disabled={smaller === undefined}
        onClick={() => smaller !== undefined && onZoom(smaller)}
      >
        <Minus aria-hidden />
      </IconButton>
      <output
        aria-label={t(($) => $.contracts.viewer.zoom)}
        className="min-w-10 text-center text-12 text-fg-2 max-md:sr-only"
      >
        {zoom * 100}%
      </output>
      <IconButton
        label={t(($) => $.contracts.viewer.larger)}
        size="icon-sm"
        className={STEP}
        disabled={larger === undefined}
        onClick={() => larger !== undefined && onZoom(larger)}
      >
        <Plus aria-hidden />
      </IconButton>
    </span>
  );
}

function DownloadButton({ file, fileName }: Pick<PaperViewerProps, 'file' | 'fileName'>) {
  const { t } = useTranslation();
  return (
    <IconButton
      label={t(($) => $.contracts.viewer.download)}
      size="icon-sm"
      className={STEP}
      disabled={!file}
      onClick={() => file && saveFile(fileName, new Blob([file.bytes], { type: 'application/pdf' }))}
      data-testid="paper-download"
    >
      <Download aria-hidden />
    </IconButton>
  );
}
