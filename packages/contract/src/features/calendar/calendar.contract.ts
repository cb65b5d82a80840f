import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { adminOnly, everyone } from '../../permissions.ts';
import { optionalText } from '../../wire/text.ts';
import { maxPdfBytes, pdfInfo, pdfType } from './pdf-file.contract.ts';

export const defaultTitle = 'Academic Calendar';

export const calendarInfo = pdfInfo.extend({ title: z.string() });
export type CalendarInfo = z.infer<typeof calendarInfo>;

/**
 * The title stands in `X-Calendar-Title` (percent-encoded UTF-8), the file's name in
 * `Content-Disposition`. 404 while there is none: `info` says so without a refusal.
 */
export const readCalendar = endpoint({
  summary: 'The academic calendar: the PDF that was uploaded last, byte for byte',
  method: 'GET',
  path: '/calendar',
  access: everyone,
  file: { types: [pdfType] },
  reply: z.unknown(),
});

export const readInfo = endpoint({
  summary: 'What the academic calendar is, or null while there is none',
  method: 'GET',
  path: '/calendar/info',
  access: everyone,
  reply: calendarInfo.nullable(),
});

/** Versions before it are kept. */
export const uploadCalendar = endpoint({
  summary: 'Upload the academic calendar, a PDF of at most 20 MB, with its title',
  method: 'POST',
  path: '/calendar',
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
