import { z } from 'zod';
import { exportOf } from '../../csv/table-file.contract.ts';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { type Access, type Caller, mayCall } from '../../permissions.ts';
import { count, isoDate } from '../../values/replies.ts';
import { idInRequest } from '../../values/requests.ts';

/** The filters of reports; each report names those it reads. */
export const filters = ['termId', 'day', 'from', 'to', 'course', 'below'] as const;
export type ReportFilter = (typeof filters)[number];

const summary = z.object({
  id: z.string(),
  title: z.string(),
  /** What the report counts, and what it cannot know. */
  sentence: z.string(),
  filters: z.array(z.enum(filters)),
});
export type ReportSummary = z.infer<typeof summary>;

/** All reports in the order of the list, and who may read each. */
export const accessOf = {
  'head-count': adminOnly('registrar'),
  'never-attended': adminOnly('registrar'),
  'rolls-not-taken': adminOnly('registrar'),
  workload: adminOnly('registrar'),
  'results-by-subject': adminOnly('exam_office'),
  'pass-and-fail': adminOnly('exam_office'),
  'low-attendance': adminOnly('registrar'),
  'overdue-books': adminOnly('librarian'),
  graduates: adminOnly('registrar'),
  'accounts-never-used': adminOnly('registrar'),
  'changes-of-a-week': adminOnly('registrar'),
} as const satisfies Readonly<Record<string, Access>>;
export type ReportId = keyof typeof accessOf;
export const reportIds = Object.keys(accessOf) as readonly ReportId[];

export const mayRead = (report: ReportId, caller: Caller): boolean =>
  mayCall({ method: 'GET', access: accessOf[report] }, caller);

/** Everyone who may read at least one report. */
const holders = adminOnly('registrar', 'exam_office', 'librarian');

export const listReports = endpoint('GET /reports', holders, {
  summary: 'The reports the caller may read',
  reply: z.array(summary),
});

const columnType = z.enum(['text', 'number', 'day', 'instant', 'percent']);
const cell = z.union([z.string(), z.number()]).nullable();

/** Rows shown at most; files have all of them. */
export const maxShown = 500;

export const readReport = endpoint('GET /reports/:report', holders, {
  summary: 'A report: its first rows, the total number of rows, and the sums over all of them',
  description:
    'Each report belongs to a duty; a report of another duty is refused (403). The term defaults to the open one, the days to those ending today or with the chosen term, and the percentage to the one required in the settings. Filters the report does not have are ignored.',
  query: z.strictObject({
    termId: idInRequest.optional(),
    day: isoDate('Day').optional(),
    from: isoDate('From').optional(),
    to: isoDate('To').optional(),
    /** Only students of this programme. */
    course: z.string().trim().max(200).optional(),
    below: z.coerce.number('The percentage must be a number').min(1).max(100).optional(),
  }),
  reply: summary.extend({
    /** The values used for filters left out. */
    asked: z.object({ day: isoDate(), from: isoDate(), to: isoDate(), below: z.number() }),
    columns: z.array(z.object({ head: z.string(), type: columnType })),
    rows: z.array(z.array(cell)),
    total: count,
    /** For each column the sum over all rows, or null; empty if there are no sums. */
    sums: z.array(z.number().nullable()),
  }),
  alsoRefuses: ['invalid'],
});
export type Report = z.infer<typeof readReport.reply>;

export const exportReport = exportOf(readReport, 'report_exported', 'report');
