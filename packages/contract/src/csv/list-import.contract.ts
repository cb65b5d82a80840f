import { z } from 'zod';
import { adminOnly, endpoint } from '../endpoint.ts';
import type { ActKind } from '../features/trail/acts.rules.ts';
import { count, textOrNull } from '../values/replies.ts';
import { flag } from '../values/requests.ts';

/** Largest list taken at once. */
export const importLimits = { rows: 100_000, bytes: 32 * 1024 * 1024 } as const;
/** Problems listed in one answer; how many more there are is said beside them. */
export const problemsListed = 200;

/** `row` is the record number in the file, the header being record 1. */
export const rowProblem = z.object({
  row: z.int(),
  /** The header as the file writes it, or null when the whole record is meant. */
  column: textOrNull,
  /** The cell as the file has it. */
  value: textOrNull,
  reason: z.string(),
});
export type RowProblem = z.infer<typeof rowProblem>;

/** A row of a preview, and what becomes of it; the list says what else is shown. */
export const previewRow = z.object({
  row: z.int(),
  outcome: z.enum(['create', 'update', 'skip', 'problem']),
});

/** A difference between a row and what is stored; the list says how it names whom or what. */
export const rowChange = z.object({
  row: z.int(),
  field: z.string(),
  from: textOrNull,
  to: textOrNull,
});

/** What a file would do. With `problemRows` above 0 it would be refused as a whole. */
export const listReport = <
  Row extends z.ZodType<z.infer<typeof previewRow>>,
  Change extends z.ZodType<z.infer<typeof rowChange>>,
>(
  row: Row,
  change: Change,
) =>
  z.object({
    rows: count,
    ready: count,
    problemRows: count,
    create: count,
    update: count,
    skip: count,
    unknownColumns: z.array(z.string()),
    problems: z.array(rowProblem),
    moreProblems: count,
    changes: z.array(change),
    moreChanges: count,
    /** The rows with problems first, then the first others: enough to look at, not the whole file. */
    preview: z.array(row),
  });
export type ListReport = z.infer<
  ReturnType<typeof listReport<typeof previewRow, typeof rowChange>>
>;

const existing = z.enum(['skip', 'update']).optional();

/** Apart from the schemas beside it: browsers get it, and they would come with it. */
export const csvType = 'text/csv; charset=utf-8';

/** How a list is uploaded as a file, whatever it lists. */
export const fileOfList = {
  query: z.strictObject({
    /** Answer what the file would do, and store nothing. */
    dryRun: flag,
    existing,
  }),
  problemsQuery: z.strictObject({ existing }),
  upload: { maxBytes: importLimits.bytes },
} as const;

/**
 * The calls of a list that is uploaded as a file: storing it or, with `dryRun`, telling what it would
 * do; its problems; and its template. The latter two store nothing.
 */
export const fileCalls = <Report extends z.ZodType>(list: {
  readonly path: `/${string}`;
  /** What is listed: "students". */
  readonly plural: string;
  readonly act: ActKind;
  readonly report: Report;
  readonly summary: string;
  readonly description: string;
  /** How the file with its problems is called, and the template. */
  readonly fileNames: { readonly problems: string; readonly template: string };
}) => {
  const { path, plural, act, report, summary, description, fileNames } = list;
  return {
    store: endpoint(`POST ${path}`, adminOnly, {
      act,
      summary,
      description,
      query: fileOfList.query,
      upload: fileOfList.upload,
      reply: z.union([count, report]),
    }),
    problems: endpoint(`POST ${path}/problems`, adminOnly, {
      act: null,
      summary: `Every problem of a CSV file of ${plural}, as a CSV file`,
      query: fileOfList.problemsQuery,
      upload: fileOfList.upload,
      reply: z.string(),
      download: { type: csvType, fileName: fileNames.problems },
    }),
    template: endpoint(`GET ${path}/template`, adminOnly, {
      summary: `A CSV file with the columns of a list of ${plural}`,
      reply: z.string(),
      download: { type: csvType, fileName: fileNames.template },
    }),
  };
};
