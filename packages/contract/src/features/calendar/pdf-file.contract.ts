import { z } from 'zod';

/** The one kind of file that the calendar and the class information come in. */
export const pdfType = 'application/pdf';
export const maxPdfBytes = 20 * 1024 * 1024;

/** What is known of a stored PDF before it is asked for. */
export const pdfInfo = z.object({
  fileName: z.string(),
  /** Bytes. */
  size: z.int().min(1),
  uploadedAt: z.iso.datetime(),
});
