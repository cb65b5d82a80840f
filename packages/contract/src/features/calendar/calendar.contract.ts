import { z } from 'zod';
import { adminOnly, endpoint, everyone } from '../../endpoint.ts';
import { optionalText } from '../../values/requests.ts';
import { maxPdfBytes, pdfInfo, pdfType } from './pdf-file.contract.ts';

export const defaultTitle = 'Academic Calendar';

export const calendarInfo = pdfInfo.extend({ title: z.string() });

/**
 * The title is in `X-Calendar-Title` (percent-encoded UTF-8), the file name in `Content-Disposition`.
 * Responds 404 if there is no calendar; `info` returns null instead.
 */
export const readCalendar = endpoint('GET /calendar', everyone, {
  summary: 'The academic calendar: the last PDF uploaded, byte for byte',
  file: { types: [pdfType] },
});

export const readInfo = endpoint('GET /calendar/info', everyone, {
  summary: 'Details of the academic calendar, or null if there is none',
  reply: calendarInfo.nullable(),
});

/** Earlier versions are kept. */
export const uploadCalendar = endpoint('POST /calendar', adminOnly('registrar'), {
  act: 'calendar_uploaded',
  summary: 'Upload the academic calendar, a PDF of at most 20 MB, with its title',
  upload: {
    maxBytes: maxPdfBytes,
    texts: z.strictObject({
      title: optionalText(200, 'Title').transform((title) => title ?? defaultTitle),
    }),
  },
  reply: calendarInfo,
  status: 201,
});
