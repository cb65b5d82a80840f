import { addDays, type Caller, type QueryOf, reports as contract } from '@campus/contract';
import { z } from 'zod';
import type { Campus } from '../../campus.ts';
import { CampusError, forbidden, found } from '../../campus-error.ts';
import { tableFile, type TableColumns } from '../../csv/table-file.ts';
import { countTerm, hasUncounted } from '../../db/count-term.ts';
import { day, integer } from '../../db/db.ts';
import { fetchPages } from '../../db/sql.ts';
import { streamFrom } from '../../spool.ts';
import type { Call, Handler } from '../../http/call.ts';
import { changeLabels, parameterTypes, type ReportDefinition, term } from './report-definition.ts';
import { reports } from './reports.ts';

const summaryOf = (id: string, { title, sentence, filters }: ReportDefinition) => ({
  id,
  title,
  sentence,
  filters: [...filters],
});

export const listReports: Handler<typeof contract.listReports> = ({ actor }) => {
  const open = contract.reportIds.filter((id) => contract.mayRead(id, actor));
  return Promise.resolve(open.map((id) => summaryOf(id, reports[id])));
};

const reportWith = (asked: string, caller: Caller): ReportDefinition => {
  const id = found(
    contract.reportIds.find((one) => one === asked),
    'There is no such report.',
  );
  if (!contract.mayRead(id, caller)) throw forbidden('This report belongs to another duty.');
  return reports[id];
};

type Asked = QueryOf<typeof contract.readReport>;

/** Of the filters asked for, those that the report has. Days of a term that has ended are by default its last ones. */
const filtersOf = async (
  campus: Campus,
  { filters }: ReportDefinition,
  query: Asked,
): Promise<Asked> => {
  const asked = Object.fromEntries(filters.map((filter) => [filter, query[filter]])) as Asked;
  const { termId, from, to } = asked;
  if (termId === undefined || from !== undefined || to !== undefined || !filters.includes('to'))
    return asked;
  const ended = await campus.db.value(
    day.optional(),
    'select ends_on from terms where id = $1 and ends_on < $2',
    [termId, campus.today()],
  );
  return { ...asked, to: ended };
};

/** Fills in omitted filters. Throws for days in the future, about which nothing is known. */
const filled = (campus: Campus, asked: Asked) => {
  const now = campus.today();
  const { to = now } = asked;
  const { from = addDays(to, -27), below = campus.settings.expectedPercentage } = asked;
  const on = asked.day ?? now;
  for (const one of [on, from, to])
    if (one > now)
      throw new CampusError('invalid', 'The day is still to come. Choose another one.');
  if (from > to) throw new CampusError('invalid', 'The first day lies after the last one.');
  return { day: on, from, to, below };
};

const parameter = new RegExp(`(?<!:):(${Object.keys(parameterTypes).join('|')})\\b`, 'g');

/** Binds the filters to the parameters of a report's statement. */
const bound = (text: string, campus: Campus, asked: Asked) => {
  const { timezone } = campus;
  const { termId = null, course } = asked;
  const named: Record<keyof typeof parameterTypes, unknown> = {
    ...filled(campus, asked),
    termId,
    course: course || null,
    today: campus.today(),
    timezone,
    changes: JSON.stringify(changeLabels),
  };
  const values: unknown[] = [];
  const places = new Map<string, string>();
  const sql = text.replaceAll(parameter, (_said, name: keyof typeof parameterTypes) => {
    const place = places.get(name) ?? `$${values.push(named[name])}::${parameterTypes[name]}`;
    places.set(name, place);
    return place;
  });
  return { sql, values };
};

type OfReport = Pick<Call<typeof contract.readReport>, 'campus' | 'actor' | 'params' | 'query'>;

/** The report asked for, with its statement and the parameters. */
const prepare = async ({ campus, actor, params, query }: OfReport) => {
  const report = reportWith(params.report, actor);
  const asked = await filtersOf(campus, report, query);
  if (report.tallied) {
    const count = bound(
      `select id::text as term, least(:today, ends_on) as day from terms
       where id = ${term} and ${hasUncounted('id', 'least(:today, ends_on)')}`,
      campus,
      asked,
    );
    await countTerm(campus.db, count.sql, count.values);
  }
  const { sql, values } = bound(report.sql, campus, asked);
  const names = report.columns.map((_column, at) => `c${at}`).join(', ');
  return { report, asked, withReport: `with report (${names}) as (${sql})`, names, values };
};

const cells = contract.readReport.reply.shape.rows.element;

export const readReport: Handler<typeof contract.readReport> = async (call) => {
  const { campus, params } = call;
  const { report, asked, withReport, names, values } = await prepare(call);
  const { columns } = report;
  const sums = columns.map(([, , sum], at) => (sum ? `sum(c${at})` : 'null'));
  const summed = sums.some((sum) => sum !== 'null');
  const read = await campus.db.one(
    { rows: z.array(cells), total: integer, sums: z.array(z.number().nullable()) },
    `${withReport}
     select coalesce((select json_agg(json_build_array(${names}))
       from (select * from report limit ${contract.maxShown}) as shown), '[]') as rows,
       (select count(*)::int from report) as total,
       ${summed ? `(select json_build_array(${sums.join(', ')}) from report)` : `'[]'::json`} as sums`,
    values,
  );
  return {
    ...summaryOf(params.report, report),
    asked: filled(campus, asked),
    columns: columns.map(([head, type]) => ({ head, type })),
    ...read,
    sums: read.total > 0 ? read.sums : [],
  };
};

/** Exports all rows as a file, without the sums, which would distort sums made of the file. */
export const exportReport: Handler<typeof contract.exportReport> = async (call) => {
  const { report, withReport, names, values } = await prepare(call);
  const columns: TableColumns<readonly (string | number | null)[]> = report.columns.map(
    ([head, type], at) => [head, type, (row) => row[at] ?? null],
  );
  return streamFrom(call.campus.db, (tx) => {
    const pages = fetchPages(
      tx,
      z.object({ cells }),
      `${withReport} select json_build_array(${names}) as cells from report`,
      values,
    );
    const pagesOfCells = async function* () {
      for await (const page of pages) yield page.map((row) => row.cells);
    };
    return tableFile(call.query.format, columns, pagesOfCells());
  });
};
