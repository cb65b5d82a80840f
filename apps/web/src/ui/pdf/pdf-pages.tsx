import { useState } from 'react';
import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { Loading, SkeletonBar } from '../loading.tsx';
import { PdfPage } from './pdf-page.tsx';
import { usePdfDocument } from './use-pdf-document.ts';
import classes from './pdf.module.css';

/** Shown before somebody asks for the rest: a handbook would bury the page below it. */
const firstPages = 3;

interface PdfPagesProps {
  readonly file: Blob;
  readonly title: string;
}

/** The pages of a PDF, drawn by us where the browser cannot show one. */
export const PdfPages = ({ file, title }: PdfPagesProps) => {
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
