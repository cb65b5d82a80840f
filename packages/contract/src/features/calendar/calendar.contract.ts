import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { adminOnly, everyone } from '../../permissions.ts';
import { optionalText } from '../../values/text.ts';
import { maxPdfBytes, pdfInfo, pdfType } from './pdf-file.contract.ts';

export const defaultTitle = 'Academic Calendar';

export const calendarInfo = pdfInfo.extend({ title: z.string() });
export type CalendarInfo = z.infer<typeof calendarInfo>;

/**
 * The title stands in `X-Calendar-Title` (percent-encoded UTF-8), the file's name in
 * `Content-Disposition`. 404 while there is none: `info` says so without a refusal.
 */
export const readCalendar = endpoint('GET /calendar', {
  summary: 'The academic calendar: the PDF that was uploaded last, byte for byte',
  access: everyone,
  file: { types: [pdfType] },
  reply: z.unknown(),
});

export const readInfo = endpoint('GET /calendar/info', {
  summary: 'What the academic calendar is, or null while there is none',
  access: everyone,
  reply: calendarInfo.nullable(),
});

/** Versions before it are kept. */
export const uploadCalendar = endpoint('POST /calendar', {
  summary: 'Upload the academic calendar, a PDF of at most 20 MB, with its title',
  access: adminOnly,
  upload: {
    fields: ['file', 'title'],
    maxBytes: maxPdfBytes,
    texts: z.strictObject({
      title: optionalText(200, 'Title').transform((title) => title ?? defaultTitle),
    }),
  },
  reply: calendarInfo,
  status: 201,
});
