import type { ReactNode } from 'react';
import { Card } from '../../ui/page.tsx';
import { Loading, SkeletonBar } from '../../ui/loaded.tsx';
import { PdfDownload, PdfView } from '../../ui/pdf/pdf-view.tsx';
import type { ShownPdf } from './pdf-reply.ts';
import classes from './calendar.module.css';

interface PdfCardProps {
  readonly title: string;
  /** What is loaded: "calendar". */
  readonly what: string;
  readonly pdf: ShownPdf | null | undefined;
  readonly waiting: boolean;
  /** Small: to recognise, not to read. */
  readonly preview?: true;
  /** Shown when there is no PDF. */
  readonly none: ReactNode;
  /** Beside the download. */
  readonly actions?: ReactNode;
}

/** A PDF in a card, with a download button. */
export const PdfCard = (props: PdfCardProps) => {
  const { title, what, pdf, waiting, preview = false, none, actions } = props;
  const size = classes[preview ? 'preview' : 'frame'];
  const content = () => {
    if (pdf) {
      const name = preview ? title : (pdf.fileName ?? title);
      return <PdfView file={pdf.file} title={name} className={size} />;
    }
    if (!waiting) return <div className={classes['empty']}>{none}</div>;
    return (
      <Loading text={`Loading ${what}...`}>
        <div className={size}>
          <SkeletonBar height={preview ? 540 : 600} />
        </div>
      </Loading>
    );
  };
  return (
    <Card
      title={title}
      actions={
        <div className={classes['actions']}>
          {pdf && <PdfDownload file={pdf.file} fileName={pdf.fileName ?? `${title}.pdf`} />}
          {actions}
        </div>
      }
    >
      {content()}
    </Card>
  );
};
