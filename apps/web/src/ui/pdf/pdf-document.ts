import { getDocument, GlobalWorkerOptions, RenderingCancelledException } from 'pdfjs-dist';
import type { PDFPageProxy } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- the bundler resolves this import to an address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** Loaded on demand only: it is larger than everything else on a page together. */

const assets = String(import.meta.env.PDF_ASSETS);
/** A canvas with more pixels stays blank on some phones. */
const maxPixels = 8_000_000;

GlobalWorkerOptions.workerSrc = workerUrl;

export interface PdfDocument {
  readonly pages: number;
  /** Width divided by height of the first page. */
  readonly aspectRatio: number;
  /** Draws a page, `width` CSS pixels wide. Resolves to its height divided by its width; null when aborted. */
  draw(
    page: number,
    canvas: HTMLCanvasElement,
    width: number,
    signal: AbortSignal,
  ): Promise<number | null>;
  /** The text of a page, line by line. */
  textOf(page: number): Promise<string>;
  close(): void;
}

const drawPage = async (
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  width: number,
  signal: AbortSignal,
): Promise<number | null> => {
  const natural = page.getViewport({ scale: 1 });
  const wanted = (width / natural.width) * Math.max(1, window.devicePixelRatio);
  const maxScale = Math.sqrt(maxPixels / (natural.width * natural.height));
  const viewport = page.getViewport({ scale: Math.min(wanted, maxScale) });
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  const drawing = page.render({ canvas, viewport });
  const cancel = (): void => drawing.cancel();
  signal.addEventListener('abort', cancel);
  try {
    await drawing.promise;
    return natural.height / natural.width;
  } catch (error) {
    if (error instanceof RenderingCancelledException) return null;
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** @throws when the file is damaged or needs a password */
export const openPdf = async (file: Blob): Promise<PdfDocument> => {
  const task = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    cMapUrl: `${assets}cmaps/`,
    standardFontDataUrl: `${assets}standard_fonts/`,
    wasmUrl: `${assets}wasm/`,
    iccUrl: `${assets}iccs/`,
  });
  const document = await task.promise;
  const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
  return {
    pages: document.numPages,
    aspectRatio: width / height,
    draw: async (number, canvas, wide, signal) => {
      const page = await document.getPage(number);
      return signal.aborted ? null : drawPage(page, canvas, wide, signal);
    },
    textOf: async (number) => {
      const { items } = await (await document.getPage(number)).getTextContent();
      return items
        .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
        .join('');
    },
    close: () => void task.destroy(),
  };
};
