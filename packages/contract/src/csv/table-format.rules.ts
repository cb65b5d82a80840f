import type { Endpoint } from '../endpoint.ts';

export const fileFormats = ['csv', 'xlsx'] as const;
export type FileFormat = (typeof fileFormats)[number];

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The media type and name of a download in the requested format. */
export const downloadAs = (
  { type, fileName }: NonNullable<Endpoint['download']>,
  format: FileFormat = 'csv',
): { type: string; fileName: string } =>
  format === 'csv'
    ? { type, fileName }
    : { type: xlsxType, fileName: fileName.replace(/\.csv$/, '.xlsx') };
