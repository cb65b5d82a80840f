import { useObjectUrl } from '../../lib/use-object-url.ts';
import { keepFocus } from './keep-focus.ts';
import { PdfPages } from './pdf-pages.tsx';
import { hasPdfViewer } from './pdf-viewer.ts';
import classes from './pdf.module.css';

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
