import { actKinds, actNamed, acts, nameInWords, trail, type TrailEntry } from '@campus/contract';
import {
  IconChevronDown,
  IconClockQuestion,
  IconDownload,
  IconHistoryOff,
  IconShieldCheck,
  IconShieldX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import { pluralize, formatCount } from '../../lib/count.ts';
import { describeUserAgent } from '../../lib/user-agent.ts';
import { timeOfInstant } from '../../lib/instant.ts';
import { RecordTable } from '../../ui/record-table.tsx';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { pagesQueryOf, useReply } from '../../lib/query.ts';
import { saveDownload } from '../../lib/save-download.ts';
import {
  type SearchParams,
  dayParam,
  enumParam,
  textParam,
  useUrlState,
} from '../../lib/use-url-state.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { DayFilter } from '../../ui/day-filter.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { HistoryList } from '../../ui/history-list.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ActionButton } from '../../ui/actions.tsx';
import classes from './audit.module.css';

/** Names for those who act without signing in. */
const others: Readonly<Record<TrailEntry['role'], string>> = {
  visitor: 'Someone',
  operator: 'The operator of the server',
  campus: 'Campus',
  // The acting person is always known.
  admin: '',
  teacher: '',
  student: '',
};

const Sentence = ({ entry }: { readonly entry: TrailEntry }) => {
  const { who, role, kind, about, within, count } = entry;
  const unknown = kind === 'sign_in_failed' ? 'somebody unknown' : null;
  return (
    <span className={classes['sentence']}>
      <b>{who ?? others[role]}</b> {actNamed(kind).words} <b>{about ?? unknown}</b>
      {within && ` in ${within}`}
      {count !== null && <small>{pluralize(count, 'record')}</small>}
    </span>
  );
};

const Changes = ({ changes }: Pick<TrailEntry, 'changes'>) => (
  <RecordTable
    label="What was changed"
    className={classes['changes']}
    rows={changes}
    keyOf={({ field }) => field}
    columns={[
      { head: 'Field', render: ({ field }) => nameInWords(field) },
      { head: 'Before', render: ({ before }) => before || null, muted: true },
      { head: 'After', render: ({ after }) => after || null },
    ]}
  />
);

/** An entry of the trail as a sentence; opens to show the values before and after. */
const AuditRow = ({ entry }: { readonly entry: TrailEntry }) => {
  const { id, at, about, address, browser, requestId, changes } = entry;
  return (
    <li>
      <details className={classes['entry']}>
        <summary>
          <time dateTime={at}>{timeOfInstant(at)}</time>
          <Sentence entry={entry} />
          <span className={classes['context']}>
            {[browser && describeUserAgent(browser).name, address].filter(Boolean).join(' · ')}
          </span>
          <IconChevronDown size={18} stroke={1.75} aria-hidden />
        </summary>
        <div className={classes['opened']}>
          {changes.length > 0 && <Changes changes={changes} />}
          <p>
            {`Entry ${formatCount(Number(id))}`}
            {requestId && ` · request ${requestId}`}
            {about && (
              <>
                {' · '}
                <Link to="/admin/audit" search={{ about }}>
                  All about {about}
                </Link>
              </>
            )}
          </p>
        </div>
      </details>
    </li>
  );
};

const readView = (address: SearchParams) => ({
  who: textParam(address['who']),
  kind: enumParam(address['kind'], ['', ...actKinds], ''),
  about: textParam(address['about']),
  from: dayParam(address['from']),
  to: dayParam(address['to']),
  page: 1,
});
type View = ReturnType<typeof readView>;

interface ViewProps {
  readonly view: View;
  readonly setView: (change: Partial<View>) => void;
}

const kinds = actKinds
  .map((value) => ({ value, label: acts[value].label }))
  .toSorted((one, other) => one.label.localeCompare(other.label));

/** Fields apply at once; the search is kept in the address. */
const Fields = ({ view, setView }: ViewProps) => (
  <Card>
    <search className={classes['fields']}>
      <SearchField
        label="Who"
        labelled
        placeholder="Name or e-mail"
        value={view.who}
        onSearch={(who) => setView({ who })}
      />
      <SelectField
        label="What"
        value={view.kind}
        data={[{ value: '', label: 'Everything' }, ...kinds]}
        onChange={({ currentTarget: { value } }) =>
          setView({ kind: enumParam(value, ['', ...actKinds], '') })
        }
      />
      <SearchField
        label="About"
        labelled
        placeholder="A person, subject or exam"
        value={view.about}
        onSearch={(about) => setView({ about })}
      />
      <DayFilter label="From" value={view.from} onDay={(from) => setView({ from })} />
      <DayFilter label="To" value={view.to} onDay={(to) => setView({ to })} />
    </search>
  </Card>
);

type Check = { readonly checkedAt: string; readonly problem: string | null } | null;

const ChainBadge = ({ check }: { readonly check: Check }) => {
  if (!check)
    return (
      <Badge tone="pending" icon={IconClockQuestion}>
        Not checked yet
      </Badge>
    );
  const checked = `Checked ${timeOfInstant(check.checkedAt)}`;
  return check.problem === null ? (
    <Badge tone="good" icon={IconShieldCheck}>
      {`${checked}: unbroken`}
    </Badge>
  ) : (
    <Badge tone="refused" icon={IconShieldX}>
      {`${checked}: broken`}
    </Badge>
  );
};

const totalInWords = (total: number): string =>
  total > trail.maxCounted
    ? `More than ${pluralize(trail.maxCounted, 'entry', 'entries')}`
    : pluralize(total, 'entry', 'entries');

const AuditPage = () => {
  const { view, setView } = useUrlState(readView);
  const query = {
    who: view.who || undefined,
    kind: view.kind || undefined,
    about: view.about || undefined,
    from: view.from || undefined,
    to: view.to || undefined,
  };
  const entries = useInfiniteQuery(
    // Each read is in the trail itself.
    pagesQueryOf(trail.listTrail, 50, { query, staleTime: 0, refetchOnWindowFocus: false }),
  );
  const { data: check } = useReply(trail.trailState, { staleTime: 0 });
  const total = entries.data?.pages[0]?.headers.get('x-total-count') ?? null;
  return (
    <Page
      title="Audit"
      line="Who did what, and when. No entry can be changed without this page saying so."
      stacked
    >
      {check?.problem && (
        <Banner kind="error">
          {`The trail is broken. ${check.problem} It no longer proves what happened: compare it with a backup.`}
        </Banner>
      )}
      <Fields view={view} setView={setView} />
      <Card
        title={total === null ? 'Entries' : totalInWords(Number(total))}
        flush
        actions={
          <div className={classes['tools']}>
            <span>{check !== undefined && <ChainBadge check={check} />}</span>
            <DownloadMenu endpoint={trail.exportTrailAsCsv} query={query} />
            <ActionButton
              variant="default"
              icon={IconDownload}
              label="Export JSON"
              run={() => saveDownload(trail.exportTrailAsJson, { query, slow: true })}
              failed="The trail could not be exported. Please try again."
            />
          </div>
        }
      >
        <div className={classes['entries']}>
          <HistoryList
            label="Who did what"
            query={entries}
            olderLabel="Show older entries"
            empty={{ icon: IconHistoryOff, text: 'No entry matches this search.' }}
          >
            {(entry) => <AuditRow key={entry.id} entry={entry} />}
          </HistoryList>
        </div>
      </Card>
    </Page>
  );
};

export default AuditPage;
