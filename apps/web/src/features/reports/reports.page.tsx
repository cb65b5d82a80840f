import {
  people,
  type Report,
  reports,
  type ReportFilter,
  type ReportSummary,
  terms,
} from '@campus/contract';
import { IconPrinter, IconTableOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { campusQuery } from '../../lib/campus.ts';
import { pluralize } from '../../lib/count.ts';
import { formatDay } from '../../lib/day.ts';
import { timeOnCampus } from '../../lib/instant.ts';
import { useReply } from '../../lib/query.ts';
import {
  type SearchParams,
  dayParam,
  textParam,
  useUrlState,
  intParam,
} from '../../lib/use-url-state.ts';
import { IconButton } from '../../ui/actions.tsx';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { DayFilter } from '../../ui/day-filter.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { EmptyState, Loaded } from '../../ui/loaded.tsx';
import { Letterhead } from '../../ui/letterhead.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { TermSelect } from '../../ui/term-select.tsx';
import classes from './reports.module.css';

const readView = (address: SearchParams) => ({
  report: textParam(address['report']),
  termId: textParam(address['termId']),
  day: dayParam(address['day']),
  from: dayParam(address['from']),
  to: dayParam(address['to']),
  course: textParam(address['course']),
  below: intParam(address['below'], 100, ''),
  page: 1,
});
type View = ReturnType<typeof readView>;
type SetView = (change: Partial<View>) => void;

type Column = Report['columns'][number];
type Cell = Report['rows'][number][number];

const looks = ({ type }: Column): { alignRight?: true; className?: string | undefined } => {
  if (type === 'number' || type === 'percent') return { alignRight: true };
  return type === 'text' ? {} : { className: classes['day'] };
};

const shown = ({ type }: Column, cell: Cell): ReactNode => {
  if (cell === null) return null;
  if (type === 'day') return formatDay(String(cell));
  // As the heads say, and as in the files.
  if (type === 'instant') return timeOnCampus(String(cell), 'UTC');
  if (type === 'percent') return `${cell}%`;
  return typeof cell === 'number' ? cell.toLocaleString('en') : cell;
};

/** The query parameters of a report, to show and to download it. */
const queryOf = (view: View, { filters }: ReportSummary) =>
  Object.fromEntries(filters.map((filter) => [filter, view[filter] || undefined]));

interface FiltersProps {
  readonly filters: readonly ReportFilter[];
  readonly asked: Report['asked'];
  readonly view: View;
  readonly setView: SetView;
}

const dayLabels = { day: 'Day', from: 'From', to: 'To' } as const;

/** Filters apply at once and are kept in the address. */
const Filters = ({ filters, asked, view, setView }: FiltersProps) => {
  const has = (filter: ReportFilter): boolean => filters.includes(filter);
  const termsQuery = useReply(terms.listTerms, { enabled: has('termId') });
  const choices = useReply(people.studentFilters, { enabled: has('course') });
  return (
    <>
      {has('termId') && (
        <TermSelect
          terms={termsQuery.data ?? []}
          value={view.termId}
          onTerm={(termId) => setView({ termId })}
        />
      )}
      {(['day', 'from', 'to'] as const).filter(has).map((name) => (
        <DayFilter
          key={name}
          label={dayLabels[name]}
          value={view[name] || asked[name]}
          onDay={(day) => setView({ [name]: day })}
        />
      ))}
      {has('below') && (
        <SelectField
          label="Below"
          value={String(view.below || asked.below)}
          data={Array.from({ length: 20 }, (_, step) => 5 * (step + 1))
            .concat(asked.below)
            .toSorted((one, other) => one - other)
            .filter((value, at, all) => value !== all[at - 1])
            .map((value) => ({ value: String(value), label: `${value}%` }))}
          onChange={(event) => setView({ below: Number(event.currentTarget.value) })}
        />
      )}
      {has('course') && (
        <SelectField
          label="Programme"
          value={view.course}
          data={[
            { value: '', label: 'All programmes' },
            // The chosen one also when nobody is in it any more.
            ...new Set([...(choices.data?.courses ?? []), view.course].filter(Boolean)),
          ]}
          onChange={(event) => setView({ course: event.currentTarget.value })}
        />
      )}
    </>
  );
};

/** Describes the filters on paper, which does not show them. */
const wordsOf = (report: Report, view: View, termName: string | undefined): string[] => {
  const { asked } = report;
  const words: Record<ReportFilter, string> = {
    termId: `Term: ${termName ?? 'the open term'}`,
    day: `Day: ${formatDay(asked.day)}`,
    from: `From ${formatDay(asked.from)}`,
    to: `to ${formatDay(asked.to)}`,
    below: `Below ${asked.below}%`,
    course: `Programme: ${view.course || 'all'}`,
  };
  return report.filters.map((filter) => words[filter]);
};

const Rows = ({ report }: { readonly report: Report }) => {
  const { title, columns, rows, sums } = report;
  return (
    <RecordTable
      label={title}
      className={classes['table']}
      // The rows of a report have no identity but their position.
      rows={[...rows.keys()]}
      keyOf={String}
      withoutRowHeader
      columns={columns.map((column, at) => ({
        head: column.head,
        render: (row: number) => shown(column, rows[row]?.[at] ?? null),
        ...looks(column),
      }))}
      footer={
        sums.length > 0 && (
          <tr>
            <th scope="row">Total</th>
            {columns.slice(1).map((column, at) => {
              const { alignRight, className } = looks(column);
              return (
                <td key={column.head} className={className} data-number={alignRight}>
                  {shown(column, sums[at + 1] ?? null)}
                </td>
              );
            })}
          </tr>
        )
      }
    />
  );
};

interface ReportViewProps {
  readonly all: readonly ReportSummary[];
  readonly summary: ReportSummary;
  readonly view: View;
  readonly setView: SetView;
}

const ReportView = ({ all, summary, view, setView }: ReportViewProps) => {
  const query = queryOf(view, summary);
  const params = { report: summary.id };
  const report = useReply(reports.readReport, { params, query, staleTime: 0 });
  /** Kept while the next reply is awaited or refused: the filters stay, and the focus in them. */
  const [asked, setAsked] = useState(report.data?.asked);
  if (report.data && report.data.asked !== asked) setAsked(report.data.asked);
  const campus = useQuery(campusQuery);
  const termNames = useReply(terms.listTerms, { enabled: summary.filters.includes('termId') });
  const termName = termNames.data?.find(({ id, state }) =>
    view.termId ? id === view.termId : state === 'open',
  )?.name;
  return (
    <>
      <Card className={classes['ask']}>
        <search
          className={classes['fields']}
          data-skeleton={(!asked && report.isPending) || undefined}
        >
          {all.length > 1 && (
            <SelectField
              label="Report"
              value={summary.id}
              data={all.map(({ id, title }) => ({ value: id, label: title }))}
              onChange={(event) => setView({ report: event.currentTarget.value })}
            />
          )}
          {asked && (
            <Filters filters={summary.filters} asked={asked} view={view} setView={setView} />
          )}
        </search>
      </Card>
      <div className={classes['paper']}>
        <Letterhead />
      </div>
      <Card
        title={summary.title}
        className={classes['report']}
        flush
        actions={
          <div className={classes['tools']}>
            <DownloadMenu endpoint={reports.exportReport} params={params} query={query} />
            <IconButton
              variant="default"
              icon={IconPrinter}
              disabled={!report.data}
              onClick={() => window.print()}
            >
              Print
            </IconButton>
          </div>
        }
      >
        <p className={classes['sentence']}>{summary.sentence}</p>
        <Loaded query={report} what="report" rows={8} columns={5} flush>
          {(loaded) => (
            <>
              <div className={classes['paper']}>
                {wordsOf(loaded, view, termName).join(' · ')}
                {campus.data && ` · printed ${formatDay(campus.data.today)}`}
              </div>
              <p className={classes['count']}>
                {loaded.total > loaded.rows.length
                  ? `The first ${loaded.rows.length.toLocaleString('en')} of ${pluralize(loaded.total, 'row')}. Download has all of them.`
                  : pluralize(loaded.total, 'row')}
              </p>
              {loaded.total === 0 ? (
                <EmptyState icon={IconTableOff} text="Nothing fits these filters." />
              ) : (
                <Rows report={loaded} />
              )}
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
};

/** The office's reports: choose, filter, print, download. */
const ReportsPage = () => {
  const { view, setView } = useUrlState(readView);
  const query = useReply(reports.listReports);
  return (
    <Page title="Reports" line="Tables to read, print and download." stacked>
      <Loaded query={query} what="reports" rows={8} columns={5} card>
        {(all) => {
          const summary = all.find(({ id }) => id === view.report) ?? all[0];
          return (
            summary && <ReportView all={all} summary={summary} view={view} setView={setView} />
          );
        }}
      </Loaded>
    </Page>
  );
};

export default ReportsPage;
