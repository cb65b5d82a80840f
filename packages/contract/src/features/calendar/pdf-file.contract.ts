import { z } from 'zod';

/** The only file type of the calendar and the class information. */
export const pdfType = 'application/pdf';
export const maxPdfBytes = 20 * 1024 * 1024;

/** Describes a stored PDF without its content. */
export const pdfInfo = z.object({
  fileName: z.string(),
  /** In bytes. */
  size: z.int().min(1),
  uploadedAt: z.iso.datetime(),
});
