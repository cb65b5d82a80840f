import { useObjectUrl } from '../../lib/use-object-url.ts';
import { PdfPages } from './pdf-pages.tsx';
import { hasPdfViewer } from './pdf-viewer.ts';
import classes from './pdf.module.css';

interface PdfViewProps {
  /** Its type is application/pdf. */
  readonly file: Blob;
  readonly title: string;
  readonly className?: string | undefined;
}

const show = (frame: HTMLIFrameElement, url: string): void => {
  frame.src = `${url}#navpanes=0&view=FitH`;
};

const Frame = ({ file, title }: PdfViewProps) => (
  // oxlint-disable-next-line react/iframe-missing-sandbox -- the viewer does not start in a sandbox, and a blob called application/pdf is never a page
  <iframe title={title} ref={useObjectUrl(file, show)} />
);

/**
 * Shows a PDF: in the browser's own viewer, else drawn page by page. As wide as what it stands in
 * and 600 px high, unless `className` says otherwise; drawn pages on a phone take their own height.
 */
export const PdfView = ({ file, title, className }: PdfViewProps) => {
  const inFrame = hasPdfViewer(navigator);
  const Shown = inFrame ? Frame : PdfPages;
  return (
    <div
      className={[classes['bed'], className].filter(Boolean).join(' ')}
      data-drawn={!inFrame || undefined}
    >
      <Shown file={file} title={title} />
    </div>
  );
};
