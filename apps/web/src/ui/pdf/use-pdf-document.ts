import { useEffect, useState } from 'react';
import type { PdfDocument } from './pdf-document.ts';

/** Opens a PDF to draw it, and closes it again. */
export const usePdfDocument = (
  file: Blob,
): { readonly document: PdfDocument | undefined; readonly failed: boolean } => {
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
