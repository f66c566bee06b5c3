/**
 * Opens a PDF with pdf.js, which comes only now. Its worker is served by this very server, nothing in it is evaluated, and
 * what our own papers never have (scripts, forms, pictures that need WebAssembly) is left out, so that the content security
 * policy holds as it is.
 */
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { useEffect, useState } from 'react';

export type { PDFDocumentProxy };

GlobalWorkerOptions.workerSrc = workerAddress;

export type OpenedPdf =
  | { readonly state: 'opening' }
  | { readonly state: 'broken' }
  | { readonly state: 'open'; readonly document: PDFDocumentProxy };

export function usePdf(bytes: Uint8Array): OpenedPdf {
  const [opened, setOpened] = useState<OpenedPdf & { readonly of?: Uint8Array }>({ state: 'opening' });
  useEffect(() => {
    let isGone = false;
    // The worker takes over what it is given; the paper's own bytes stay.
    const opening = getDocument({ data: bytes.slice(), useWasm: false, useSystemFonts: false, enableXfa: false });
    opening.promise.then(
      (document) => !isGone && setOpened({ state: 'open', document, of: bytes }),
      () => !isGone && setOpened({ state: 'broken', of: bytes }),
    );
    return () => {
      isGone = true;
      void opening.destroy();
    };
  }, [bytes]);
  // One that belongs to other bytes is closed by now.
  return opened.of === bytes ? opened : { state: 'opening' };
}

export interface PageDrawing {
  readonly canvas: HTMLCanvasElement;
  readonly text: HTMLElement;
  readonly number: number;
  readonly scale: number;
}

/** More is not seen, and a phone's memory ends. */
const MOST_DENSE = 2;

/** Draws one page and lays its words over it. The returned function breaks it off. */
export function drawPage(document: PDFDocumentProxy, { canvas, text, number, scale }: PageDrawing): () => void {
  let end = () => {};
  let isEnded = false;
  const draw = async () => {
    const page = await document.getPage(number);
    if (isEnded) return;
    const viewport = page.getViewport({ scale });
    const density = Math.min(window.devicePixelRatio, MOST_DENSE);
    canvas.width = Math.floor(viewport.width * density);
    canvas.height = Math.floor(viewport.height * density);
    const rendering = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
    text.replaceChildren();
    const words = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport });
    end = () => {
      rendering.cancel();
      words.cancel();
    };
    await Promise.all([rendering.promise, words.render()]);
  };
  // A drawing that was broken off says so by failing.
  draw().catch((error: unknown) => {
    if (!isEnded) throw error;
  });
  return () => {
    isEnded = true;
    end();
  };
}

/** Width over height of a page and its width in CSS pixels at full size. */
export async function pageSizes(document: PDFDocumentProxy): Promise<readonly { width: number; height: number }[]> {
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const { width, height } = (await document.getPage(number)).getViewport({ scale: 1 });
      return { width, height };
    }),
  );
}
