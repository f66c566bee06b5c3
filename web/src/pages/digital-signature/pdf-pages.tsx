/** All pages of a paper below each other in a box that scrolls: drawn, with their words for whoever can't see them. */
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { useElementWidth } from '#design/use-element-width.ts';
import type { Language } from '#i18n/languages.ts';
import { PageWaiting } from '#pages/digital-signature/page-waiting.tsx';
import { drawPage, type PDFDocumentProxy, pageSizes, usePdf } from '#pages/digital-signature/pdf-document.ts';
import '#pages/digital-signature/text-layer.css';

export interface PdfPagesHandle {
  /** Pages count from 1. */
  showPage(number: number): void;
}

export interface PagesSeen {
  readonly pages: number;
  /** In the middle of the box. */
  readonly current: number;
}

export interface PdfPagesProps {
  readonly ref: Ref<PdfPagesHandle>;
  readonly bytes: Uint8Array;
  readonly label: string;
  readonly language: Language;
  /** 1 is as wide as the box, and never wider than print. */
  readonly zoom: number;
  readonly onSeen: (seen: PagesSeen) => void;
}

/** CSS pixels for each point of a PDF, as on paper. */
const PRINT_SCALE = 96 / 72;
const EDGE_PX = 16;

export function PdfPages({ bytes, label, ...props }: PdfPagesProps) {
  const { t } = useTranslation();
  const opened = usePdf(bytes);
  if (opened.state === 'broken') return <ErrorPanel panel={t(($) => $.contracts.viewer.panel)} />;
  if (opened.state === 'opening') return <PageWaiting />;
  return <Pages key={opened.document.fingerprints[0]} document={opened.document} label={label} {...props} />;
}

interface OpenPagesProps extends Omit<PdfPagesProps, 'bytes'> {
  readonly document: PDFDocumentProxy;
}

function Pages({ ref, document, label, language, zoom, onSeen }: OpenPagesProps) {
  const { t } = useTranslation();
  const [boxRef, boxWidth] = useElementWidth();
  const box = useRef<HTMLElement | null>(null);
  const sizes = usePageSizes(document);
  const whole = sizes[0] ? Math.min(PRINT_SCALE, (boxWidth - 2 * EDGE_PX) / sizes[0].width) : 0;
  const scale = whole * zoom;
  useSeen({ box, pages: sizes.length, scale, onSeen });
  useImperativeHandle(ref, () => ({
    showPage: (number) => sheetsIn(box.current)[number - 1]?.scrollIntoView({ block: 'start' }),
  }));
  const keepBox = useCallback(
    (element: HTMLElement | null) => {
      box.current = element;
      return boxRef(element);
    },
    [boxRef],
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of forms; one region around it is enough.
    <div
      ref={keepBox}
      role="group"
      aria-label={label}
      // What scrolls can be scrolled by keys.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to take the keyboard's focus.
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-auto bg-surface-3 outline-offset-[-2px]"
      data-testid="paper-pages"
    >
      <div className="grid w-max min-w-full justify-items-center gap-4 p-4">
        {scale > 0 &&
          sizes.map((size, index) => (
            <Sheet
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place in the document.
              key={index}
              {...{ document, scale, language }}
              number={index + 1}
              width={size.width * scale}
              height={size.height * scale}
              label={t(($) => $.contracts.viewer.page, { page: index + 1, pages: sizes.length })}
            />
          ))}
      </div>
    </div>
  );
}

interface SheetProps {
  readonly document: PDFDocumentProxy;
  readonly number: number;
  readonly scale: number;
  readonly width: number;
  readonly height: number;
  readonly label: string;
  readonly language: Language;
}

/** Paper keeps its own colours in both themes: what is signed is what is printed. */
function Sheet({ document, number, scale, width, height, label, language }: SheetProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!canvas.current || !text.current) return;
    return drawPage(document, { canvas: canvas.current, text: text.current, number, scale });
  }, [document, number, scale]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of forms; a region for each page would be too many.
    <div
      role="group"
      aria-label={label}
      data-sheet={number}
      lang={language}
      className="relative bg-white text-black shadow-float"
      style={{ width, height, ['--total-scale-factor' as string]: scale }}
    >
      <canvas ref={canvas} aria-hidden className="block size-full" />
      <div ref={text} className="paper-text" />
    </div>
  );
}

const NO_SIZES: Awaited<ReturnType<typeof pageSizes>> = [];

function usePageSizes(document: PDFDocumentProxy) {
  const [sizes, setSizes] = useState(NO_SIZES);
  useEffect(() => {
    let isGone = false;
    void pageSizes(document).then((measured) => !isGone && setSizes(measured));
    return () => {
      isGone = true;
    };
  }, [document]);
  return sizes;
}

interface SeenOptions {
  readonly box: { readonly current: HTMLElement | null };
  readonly pages: number;
  readonly scale: number;
  readonly onSeen: PdfPagesProps['onSeen'];
}

/** The page in the middle of the box, told at first and whenever it is another. */
function useSeen({ box, pages, scale, onSeen }: SeenOptions): void {
  useEffect(() => {
    const element = box.current;
    if (!element || pages === 0 || scale === 0) return;
    const look = () => {
      const middle = element.scrollTop + element.clientHeight / 2;
      const above = sheetsIn(element).filter((sheet) => sheet.offsetTop <= middle);
      const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 2;
      onSeen({ pages, current: isAtEnd ? pages : Math.max(1, above.length) });
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [box, pages, scale, onSeen]);
}

function sheetsIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[data-sheet]') ?? [])];
}
