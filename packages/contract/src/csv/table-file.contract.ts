import { z } from 'zod';
import { endpoint, type Endpoint } from '../endpoint.ts';
import type { ActKind } from '../features/trail/acts.rules.ts';
import { fileFormats } from './table-format.rules.ts';

/** The format of an exported table: CSV, unless a workbook is requested. */
export const tableFile = { format: z.enum(fileFormats).default('csv') };

type Paging = 'limit' | 'cursor' | 'page' | 'around';
type ShapeOf<E> = E extends { readonly query: z.ZodObject<infer Shape> } ? Shape : unknown;

const withoutPaging = (shape: z.ZodRawShape): z.ZodRawShape => {
  const { limit: _limit, cursor: _cursor, page: _page, around: _around, ...rest } = shape;
  return rest;
};

/**
 * Defines the export of a list as a file: the whole list without paging, with the same access, search and
 * filters.
 */
export const exportOf = <const Rest extends string, L extends Endpoint>(
  list: L & { readonly path: `/${Rest}` },
  act: ActKind,
  fileName: string,
) => {
  const shape = list.query instanceof z.ZodObject ? list.query.shape : {};
  const query = z.strictObject({ ...withoutPaging(shape), ...tableFile });
  return endpoint(`GET ${list.path}/export` as `GET /${Rest}/export`, list.access as L['access'], {
    act,
    summary: `${list.summary}, as a file`,
    query: query as unknown as z.ZodObject<Omit<ShapeOf<L>, Paging> & typeof tableFile>,
    download: { type: 'text/csv; charset=utf-8', fileName: `${fileName}.csv` },
  });
};
