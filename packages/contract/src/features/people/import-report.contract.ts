import { z } from 'zod';
import { listReport, previewRow, rowChange } from '../../csv/list-import.contract.ts';

/** New people are invited at once, unless that is put off (`later`). */
export const invitation = { invite: z.enum(['now', 'later']).optional() };

const importPreviewRow = previewRow.extend({
  name: z.string(),
  email: z.string(),
  /** For students. */
  rollNo: z.string().optional(),
  course: z.string().optional(),
  semester: z.string().optional(),
  /** For teachers. */
  department: z.string().optional(),
});

export const importReport = listReport(importPreviewRow, rowChange.extend({ email: z.string() }));
export type ImportReport = z.infer<typeof importReport>;
