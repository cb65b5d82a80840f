import { z } from 'zod';
import { type adminOnly, endpoint } from '../endpoint.ts';
import type { ActKind } from '../features/trail/acts.rules.ts';
import { count, textOrNull } from '../values/replies.ts';
import { dayOrders } from './cells.rules.ts';
import { listLimits } from '../values/list-limits.ts';
import { flag } from '../values/requests.ts';
import { tableFile } from './table-file.contract.ts';

/** Problems listed in one reply, which also says how many more there are. */
export const problemsListed = 200;

/** `row` is the record number in the file, the header being record 1. */
export const rowProblem = z.object({
  row: z.int(),
  /** The column name as the file writes it, or null if the whole record is meant. */
  column: textOrNull,
  value: textOrNull,
  reason: z.string(),
});
export type RowProblem = z.infer<typeof rowProblem>;

/** A row of a preview and its outcome; each kind of list adds what else is shown. */
export const previewRow = z.object({
  row: z.int(),
  /** `unchanged`: the stored record has the same values. */
  outcome: z.enum(['create', 'update', 'unchanged', 'skip', 'problem']),
});

/** A difference between a row and the stored record; each kind of list adds whom or what it concerns. */
export const rowChange = z.object({
  row: z.int(),
  field: z.string(),
  from: textOrNull,
  to: textOrNull,
});

/** A text that is no known name but is spelt almost like one. It asks a question and refuses nothing. */
const spellingHint = z.object({
  field: z.string(),
  value: z.string(),
  meant: z.string(),
  /** The number of rows with this text. */
  rows: count,
  /** Whether `spellings` accepts the hint, so that the rows are read as `meant`. */
  taken: z.boolean(),
});
export type SpellingHint = z.infer<typeof spellingHint>;

/** What storing a file would do. With `problemRows` above 0 it would be refused as a whole. */
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
    /** Some day is a different one in each order of day and month, and no row proves which is meant. */
    daysUnclear: z.boolean(),
    unknownColumns: z.array(z.string()),
    hints: z.array(spellingHint),
    problems: z.array(rowProblem),
    moreProblems: count,
    changes: z.array(change),
    moreChanges: count,
    /** Stored records in the scope of the file that it does not contain; they stay as they are. */
    absent: z.object({ count, first: z.array(z.string()) }).optional(),
    /** Present if so many records change that this number must be sent with the file. */
    confirm: count.optional(),
    /** Of people: how many of the new ones can be invited, because they are still here. */
    invited: count.optional(),
    /** Rows with problems first, then the first of the others; not the whole file. */
    preview: z.array(row),
  });
export type ListReport = z.infer<
  ReturnType<typeof listReport<typeof previewRow, typeof rowChange>>
>;

const reading = {
  existing: z.enum(['skip', 'update']).optional(),
  /** The order of day and month where days are not written YYYY-MM-DD; by default what the rows prove. */
  days: z.enum(dayOrders).optional(),
  /** Fields by column position, whatever the header says: `3.rollNo,7.course`. */
  columns: z
    .string()
    .max(4000)
    .regex(
      /^\d{1,4}\.\w{1,40}(?:,\d{1,4}\.\w{1,40})*$/,
      'columns must be written like 3.rollNo,7.course',
    )
    .optional(),
  /** Accepted hints as field and value, each URI-encoded: `course.BTech,course.B%20Tech`. */
  spellings: z
    .string()
    .max(8000)
    .regex(
      /^\w{1,40}\.[^,]+(?:,\w{1,40}\.[^,]+)*$/,
      'spellings must be written like course.BTech,branch.CS',
    )
    .optional(),
};

/** Not part of a schema: browsers import it, and would get the schemas with it. */
export const csvType = 'text/csv; charset=utf-8';

/** How any list is uploaded as a file. */
export const fileOfList = {
  query: z.strictObject({
    /** Report what the file would do, and store nothing. */
    dryRun: flag,
    /** The number of records that change, typed by someone who has seen it; another number than the report's is refused, and files of moving in need it. */
    confirm: z.coerce.number().int().min(0).optional(),
    ...reading,
  }),
  problemsQuery: z.strictObject(reading),
  differencesQuery: z.strictObject({
    ...reading,
    /** The values that differ, or the names of the stored records that are not in the file. */
    part: z.enum(['changes', 'absent']),
    ...tableFile,
  }),
  upload: { maxBytes: listLimits.bytes },
} as const;

/**
 * The endpoints of a list uploaded as a file: storing it (or, with `dryRun`, reporting what that would
 * do), its problems, its differences, and its template. Only the first stores anything.
 */
export const fileCalls = <Report extends z.ZodType, More extends z.ZodRawShape>(list: {
  readonly path: `/${string}`;
  readonly access: ReturnType<typeof adminOnly>;
  /** Such as "students". */
  readonly plural: string;
  /** Null if nothing is ever stored. */
  readonly act: ActKind | null;
  /** The read that showing stored values is recorded as, where they are those of people. */
  readonly compares?: ActKind;
  readonly report: Report;
  readonly summary: string;
  readonly description: string;
  readonly fileNames: { readonly problems: string; readonly template: string };
  /** Further query parameters of storing. */
  readonly query: More;
}) => {
  const {
    path,
    access,
    plural,
    act,
    compares = null,
    report,
    summary,
    description,
    fileNames,
  } = list;
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
      summary: `Every problem in a CSV file of ${plural}, as a CSV file`,
      query: fileOfList.problemsQuery,
      upload: fileOfList.upload,
      download: { type: csvType, fileName: fileNames.problems },
    }),
    differences: endpoint(`POST ${path}/differences`, access, {
      act: compares,
      // As the export of the same values.
      ...(compares && { fresh: true }),
      summary: `Everything in which a CSV file of ${plural} differs from Campus, as a file`,
      description:
        'All changes of the dry run, or all stored records that it reports as absent from the file, in its order.',
      query: fileOfList.differencesQuery,
      upload: fileOfList.upload,
      download: { type: csvType, fileName: fileNames.problems.replace('problems', 'differences') },
    }),
    template: endpoint(`GET ${path}/template`, access, {
      summary: `A template CSV file with the columns for ${plural}`,
      download: { type: csvType, fileName: fileNames.template },
    }),
  };
};
