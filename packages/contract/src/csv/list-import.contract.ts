import { z } from 'zod';
import { type adminOnly, endpoint } from '../endpoint.ts';
import type { ActKind } from '../features/trail/acts.rules.ts';
import { count, textOrNull } from '../values/replies.ts';
import { dayOrders } from './cells.rules.ts';
import { listLimits } from '../values/list-limits.ts';
import { flag } from '../values/requests.ts';

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
  /** `unchanged`: what is stored says the same already. */
  outcome: z.enum(['create', 'update', 'unchanged', 'skip', 'problem']),
});

/** A difference between a row and what is stored; the list says how it names whom or what. */
export const rowChange = z.object({
  row: z.int(),
  field: z.string(),
  from: textOrNull,
  to: textOrNull,
});

/** A text that names nothing known but is written nearly like a name that is. It is asked, and refuses nothing. */
const spellingHint = z.object({
  field: z.string(),
  value: z.string(),
  meant: z.string(),
  /** How many rows say so. */
  rows: count,
  /** The rows are read as what was meant: `spellings` says so. */
  taken: z.boolean(),
});
export type SpellingHint = z.infer<typeof spellingHint>;

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
    unchanged: count,
    /** A day of the file is another one in each order of day and month, and no row proves which is meant. */
    daysUnclear: z.boolean(),
    unknownColumns: z.array(z.string()),
    hints: z.array(spellingHint),
    problems: z.array(rowProblem),
    moreProblems: count,
    changes: z.array(change),
    moreChanges: count,
    /** What is stored of what the file is about and not in it: nothing becomes of it. */
    absent: z.object({ count, first: z.array(z.string()) }).optional(),
    /** So many change that the number must be sent with the file. */
    confirm: count.optional(),
    /** The rows with problems first, then the first others: enough to look at, not the whole file. */
    preview: z.array(row),
  });
export type ListReport = z.infer<
  ReturnType<typeof listReport<typeof previewRow, typeof rowChange>>
>;

const reading = {
  existing: z.enum(['skip', 'update']).optional(),
  /** What comes first in days that are not written YYYY-MM-DD; what the rows prove unless said. */
  days: z.enum(dayOrders).optional(),
  /** What columns hold whatever they are called, by place: `3.rollNo,7.course`. */
  columns: z
    .string()
    .max(4000)
    .regex(/^\d{1,4}\.\w{1,40}(?:,\d{1,4}\.\w{1,40})*$/)
    .optional(),
  /** The hints that are taken, by field and value, each encoded as in an address: `course.BTech,course.B%20Tech`. */
  spellings: z
    .string()
    .max(8000)
    .regex(/^\w{1,40}\.[^,]+(?:,\w{1,40}\.[^,]+)*$/)
    .optional(),
};

/** Apart from the schemas beside it: browsers get it, and they would come with it. */
export const csvType = 'text/csv; charset=utf-8';

/** How a list is uploaded as a file, whatever it lists. */
export const fileOfList = {
  query: z.strictObject({
    /** Answer what the file would do, and store nothing. */
    dryRun: flag,
    ...reading,
  }),
  problemsQuery: z.strictObject(reading),
  upload: { maxBytes: listLimits.bytes },
} as const;

/**
 * The calls of a list that is uploaded as a file: storing it or, with `dryRun`, telling what it would
 * do; its problems; and its template. The latter two store nothing.
 */
export const fileCalls = <Report extends z.ZodType, More extends z.ZodRawShape>(list: {
  readonly path: `/${string}`;
  readonly access: ReturnType<typeof adminOnly>;
  /** What is listed: "students". */
  readonly plural: string;
  /** Null where nothing is ever stored. */
  readonly act: ActKind | null;
  readonly report: Report;
  readonly summary: string;
  readonly description: string;
  /** How the file with its problems is called, and the template. */
  readonly fileNames: { readonly problems: string; readonly template: string };
  /** What else is asked where it is stored. */
  readonly query: More;
}) => {
  const { path, access, plural, act, report, summary, description, fileNames } = list;
  return {
    store: endpoint(`POST ${path}`, access, {
      act,
      summary,
      description,
      query: fileOfList.query.extend(list.query),
      upload: fileOfList.upload,
      reply: z.union([count, report]),
    }),
    problems: endpoint(`POST ${path}/problems`, access, {
      act: null,
      summary: `Every problem of a CSV file of ${plural}, as a CSV file`,
      query: fileOfList.problemsQuery,
      upload: fileOfList.upload,
      download: { type: csvType, fileName: fileNames.problems },
    }),
    template: endpoint(`GET ${path}/template`, access, {
      summary: `A CSV file with the columns of a list of ${plural}`,
      download: { type: csvType, fileName: fileNames.template },
    }),
  };
};
