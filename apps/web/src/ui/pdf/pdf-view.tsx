import {
  type Icon,
  IconArrowAutofitWidth,
  IconDownload,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react';
import { Button } from '@mantine/core';
import { useElementSize, useIntersection } from '@mantine/hooks';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import { phoneWidth, useMedia } from '../../lib/use-media.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { Loading, SkeletonBar } from '../loaded.tsx';
import type { PdfDocument } from './pdf-document.ts';
import classes from './pdf.module.css';

interface PdfDownloadProps {
  readonly file: Blob;
  readonly fileName: string;
}

const point = (link: HTMLAnchorElement, url: string): void => {
  link.href = url;
};

/** Downloads the file itself; offered whatever the browser can show. */
export const PdfDownload = ({ file, fileName }: PdfDownloadProps) => {
  const link = useObjectUrl(file, point);
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the address is set with the element
    <a className={classes['download']} ref={link} href="#" download={fileName}>
      <IconDownload size={18} stroke={1.75} aria-hidden />
      Download PDF
    </a>
  );
};

interface PdfPageProps {
  readonly document: PdfDocument;
  /** From 1. */
  readonly number: number;
  /** In CSS pixels. */
  readonly width: number;
}

/**
 * One page, drawn when it comes near and dropped when it is far away: phones have little memory. Its text is
 * there for screen readers.
 */
const PdfPage = ({ document, number, width }: PdfPageProps) => {
  // On screen, or at most one screen away.
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
      {text && <VisuallyHidden>{text}</VisuallyHidden>}
    </figure>
  );
};

/** Opens a PDF for drawing, and closes it on unmounting. */
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
      // The screen offers the file itself instead; the reason goes to the console.
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

/** Pages shown on a phone until the person asks for the rest: a handbook would bury the content below it. */
const firstPages = 3;

/** Multiples of the frame's width. */
const zooms = [1, 1.25, 1.5, 2, 3] as const;

interface PdfToolsProps {
  /** The page in the middle of the frame, from 1. */
  readonly page: number;
  readonly pages: number;
  /** Index into `zooms`. */
  readonly zoom: number;
  readonly onZoom: (zoom: number) => void;
}

const PdfTools = ({ page, pages, zoom, onZoom }: PdfToolsProps) => {
  const tool = (label: string, Drawn: Icon, to: number, last: boolean) => (
    <Button
      variant="subtle"
      px={9}
      aria-label={label}
      title={label}
      // Not `disabled`, which would lose the focus.
      aria-disabled={last}
      onClick={() => onZoom(last ? zoom : to)}
    >
      <Drawn size={18} stroke={1.75} aria-hidden />
    </Button>
  );
  return (
    <div className={classes['tools']} role="toolbar" aria-label="Document">
      <span>{`Page ${page} of ${pages}`}</span>
      {tool('Smaller', IconMinus, zoom - 1, zoom === 0)}
      {tool('Larger', IconPlus, zoom + 1, zoom === zooms.length - 1)}
      {tool('Whole width', IconArrowAutofitWidth, 0, zoom === 0)}
    </div>
  );
};

interface PdfViewProps {
  /** Must have the type application/pdf. */
  readonly file: Blob;
  readonly title: string;
  /** Shows the page number and the zoom buttons above the pages. */
  readonly tools?: true;
  readonly className?: string | undefined;
}

/**
 * The pages of a PDF in a scrollable frame: as wide as its container and 600 px high unless `className` says
 * otherwise; on a phone as high as its pages. All of it is one link, which opens the file in the browser's
 * own viewer: one key passes it, and the arrow keys scroll it.
 */
export const PdfView = ({ file, title, tools, className }: PdfViewProps) => {
  const { document, failed } = usePdfDocument(file);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const link = useObjectUrl(file, point);
  const phone = useMedia(phoneWidth);
  const [all, setAll] = useState(false);
  const [zoom, setZoom] = useState(0);
  const [page, setPage] = useState(1);
  const pages = document?.pages ?? 0;
  const findPage = (bed: HTMLElement): void => {
    const middle = bed.scrollTop + bed.clientHeight / 2;
    const sheets = [...bed.querySelectorAll('figure')];
    setPage(Math.max(1, sheets.filter(({ offsetTop }) => offsetTop <= middle).length));
  };
  const shown = Math.min(pages, all || !phone ? pages : firstPages);
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
    return Array.from({ length: shown }, (_, index) => (
      <PdfPage
        key={`page-${index + 1}`}
        document={document}
        number={index + 1}
        width={Math.round(width)}
      />
    ));
  };
  return (
    <div className={[classes['frame'], className].filter(Boolean).join(' ')}>
      {tools && document && <PdfTools page={page} pages={pages} zoom={zoom} onZoom={setZoom} />}
      <div
        className={classes['pages']}
        tabIndex={-1}
        onScroll={(event) => findPage(event.currentTarget)}
      >
        <div className={classes['paper']} style={{ '--pdf-zoom': zooms[zoom] } as CSSProperties}>
          <div ref={ref} className={classes['column']}>
            {content()}
          </div>
          {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the address is set with the element */}
          <a
            className={classes['openLink']}
            ref={link}
            href="#"
            target="_blank"
            rel="noopener"
            title="Open in a new tab"
            aria-label={`Open ${title}`}
          />
        </div>
      </div>
      {shown < pages && (
        <Button variant="default" className={classes['showAll']} onClick={() => setAll(true)}>
          Show all {pages} pages
        </Button>
      )}
    </div>
  );
};
