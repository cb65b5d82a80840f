import { z } from 'zod';
import { listReport, previewRow, rowChange } from '../../csv/list-import.contract.ts';

/** Who is added is invited at once, unless that is put off until it is asked for. */
export const invitation = { invite: z.enum(['now', 'later']).optional() };

const importPreviewRow = previewRow.extend({
  name: z.string(),
  email: z.string(),
  /** Of students. */
  rollNo: z.string().optional(),
  course: z.string().optional(),
  semester: z.string().optional(),
  /** Of teachers. */
  department: z.string().optional(),
});

/** What a file of people would do. */
export const importReport = listReport(importPreviewRow, rowChange.extend({ email: z.string() }));
export type ImportReport = z.infer<typeof importReport>;
