import { Button } from '@mantine/core';
import { useElementSize, useIntersection } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import { Hidden } from '../hidden.tsx';
import { Loading, SkeletonBar } from '../loading.tsx';
import { keepFocus } from './keep-focus.ts';
import type { PdfDocument } from './pdf-document.ts';
import { hasPdfViewer } from './pdf-viewer.ts';
import classes from './pdf.module.css';

interface PdfPageProps {
  readonly document: PdfDocument;
  /** From 1. */
  readonly number: number;
  /** CSS pixels. */
  readonly width: number;
}

/**
 * One page, drawn when it comes near and given up when it is far: phones have little memory. Its
 * words stand beside the picture for people who listen.
 */
const PdfPage = ({ document, number, width }: PdfPageProps) => {
  // On the screen or about to be.
  const { ref, entry } = useIntersection({ rootMargin: '100%' });
  const near = entry?.isIntersecting ?? false;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  const [ratio, setRatio] = useState(1 / document.aspectRatio);
  useEffect(() => {
    const target = canvas.current;
    if (!near || !target || width === 0) return undefined;
    const gone = new AbortController();
    const draw = async (): Promise<void> => {
      const drawn = await document.draw(number, target, width, gone.signal);
      if (drawn === null) return;
      setRatio(drawn);
      setText(await document.textOf(number));
    };
    draw().catch((error: unknown) => {
      if (!gone.signal.aborted) console.warn(`Page ${number} could not be drawn:`, error);
    });
    return () => gone.abort();
  }, [document, number, width, near]);
  const label = `Page ${number} of ${document.pages}`;
  return (
    <figure
      className={classes['page']}
      ref={ref}
      style={{ aspectRatio: 1 / ratio }}
      aria-label={label}
    >
      {near && <canvas ref={canvas} aria-hidden />}
      {text && <Hidden>{text}</Hidden>}
    </figure>
  );
};

/** Opens a PDF to draw it, and closes it again. */
const usePdfDocument = (file: Blob) => {
  const [document, setDocument] = useState<PdfDocument>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    let opened: PdfDocument | undefined;
    const open = async (): Promise<void> => {
      const { openPdf } = await import('./pdf-document.ts');
      opened = await openPdf(file);
      if (gone) opened.close();
      else setDocument(opened);
    };
    open().catch((error: unknown) => {
      // The screen offers the file itself instead; the reason is for the console.
      console.warn('The PDF could not be drawn:', error);
      if (!gone) setFailed(true);
    });
    return () => {
      gone = true;
      opened?.close();
      setDocument(undefined);
      setFailed(false);
    };
  }, [file]);
  return { document, failed };
};

/** Shown before someone asks for the rest: a handbook would bury the page below it. */
const firstPages = 3;

interface PdfPagesProps {
  readonly file: Blob;
  readonly title: string;
}

/** The pages of a PDF, drawn by us where the browser cannot show one. */
const PdfPages = ({ file, title }: PdfPagesProps) => {
  const { document, failed } = usePdfDocument(file);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [all, setAll] = useState(false);
  const shown = Math.min(document?.pages ?? 0, all ? Number.POSITIVE_INFINITY : firstPages);
  const content = () => {
    if (failed)
      return (
        <p className={classes['unreadable']} role="alert">
          This file cannot be shown here. Download it to read it.
        </p>
      );
    if (!document)
      return (
        <Loading text="Loading pages...">
          <SkeletonBar height={320} />
        </Loading>
      );
    return (
      <>
        {Array.from({ length: shown }, (_, index) => (
          <PdfPage
            key={`page-${index + 1}`}
            document={document}
            number={index + 1}
            width={Math.round(width)}
          />
        ))}
        {shown < document.pages && (
          <Button variant="default" onClick={() => setAll(true)}>
            Show all {document.pages} pages
          </Button>
        )}
      </>
    );
  };
  return (
    // Scrolled by keyboard as well, where it is not as high as its pages.
    // oxlint-disable-next-line no-noninteractive-tabindex -- a box that scrolls must be a stop
    <section className={classes['pages']} aria-label={`Pages of ${title}`} tabIndex={0}>
      <div ref={ref} className={classes['column']}>
        {content()}
      </div>
    </section>
  );
};

interface PdfViewProps {
  /** Its type is application/pdf. */
  readonly file: Blob;
  readonly title: string;
  readonly className?: string | undefined;
  /** Without the viewer's own tools: to see what it is, not to read it. */
  readonly preview?: boolean;
}

/** Replaced, not set: a newer file is no step for the Back button. */
const open = (frame: HTMLIFrameElement, address: string): (() => void) => {
  frame.contentWindow?.location.replace(address);
  return keepFocus(frame);
};

const show = (frame: HTMLIFrameElement, url: string) => open(frame, `${url}#navpanes=0&view=FitH`);
const showPreview = (frame: HTMLIFrameElement, url: string) =>
  open(frame, `${url}#toolbar=0&navpanes=0&view=FitH`);

const Frame = ({ file, title, preview = false }: PdfViewProps) => (
  // oxlint-disable-next-line react/iframe-missing-sandbox -- the viewer does not start in a sandbox, and a blob called application/pdf is never a page
  <iframe title={title} ref={useObjectUrl(file, preview ? showPreview : show)} />
);

/**
 * Shows a PDF: in the browser's own viewer, else drawn page by page. As wide as what it stands in
 * and 600 px high, unless `className` says otherwise; drawn pages on a phone take their own height.
 */
export const PdfView = ({ file, title, className, preview = false }: PdfViewProps) => {
  const inFrame = hasPdfViewer(navigator);
  return (
    <div
      className={[classes['bed'], className].filter(Boolean).join(' ')}
      data-drawn={!inFrame || undefined}
    >
      {inFrame ? (
        <Frame file={file} title={title} preview={preview} />
      ) : (
        <PdfPages file={file} title={title} />
      )}
    </div>
  );
};
