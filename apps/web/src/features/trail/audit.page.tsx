import { actKinds, acts, isIsoDate, trail } from '@campus/contract';
import { Button } from '@mantine/core';
import {
  IconClockQuestion,
  IconDownload,
  IconHistoryOff,
  IconShieldCheck,
  IconShieldX,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { countOf } from '../../lib/count.ts';
import { timeOfInstant } from '../../lib/instant.ts';
import { pagesQueryOf, useReply } from '../../lib/query.ts';
import { saveDownload } from '../../lib/save-download.ts';
import { type Address, oneOf, textOf, useAddressView } from '../../lib/use-address-view.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { CardStack } from '../../ui/card-layout.tsx';
import { Card } from '../../ui/card.tsx';
import { DateField, SelectField } from '../../ui/fields.tsx';
import { HistoryList } from '../../ui/history-list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useAction } from '../../ui/use-action.ts';
import { AuditRow } from './audit-row.tsx';
import classes from './audit.module.css';

const dayOf = (value: unknown): string => (isIsoDate(textOf(value)) ? textOf(value) : '');

const readView = (address: Address) => ({
  who: textOf(address['who']),
  kind: oneOf(address['kind'], ['', ...actKinds], ''),
  about: textOf(address['about']),
  from: dayOf(address['from']),
  to: dayOf(address['to']),
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

/** Each narrows at once; the address holds the search. */
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
          setView({ kind: oneOf(value, ['', ...actKinds], '') })
        }
      />
      <SearchField
        label="About"
        labelled
        placeholder="A person, subject or exam"
        value={view.about}
        onSearch={(about) => setView({ about })}
      />
      <DateField
        label="From"
        value={view.from}
        onChange={(event) => setView({ from: event.currentTarget.value })}
      />
      <DateField
        label="To"
        value={view.to}
        onChange={(event) => setView({ to: event.currentTarget.value })}
      />
    </search>
  </Card>
);

type Check = { readonly checkedAt: string; readonly problem: string | null } | null;

const ChainBadge = ({ check }: { readonly check: Check }) => {
  if (!check)
    return (
      <Badge tone="waiting" icon={IconClockQuestion}>
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

const AuditPage = () => {
  const { view, setView } = useAddressView(readView);
  const query = {
    who: view.who || undefined,
    kind: view.kind || undefined,
    about: view.about || undefined,
    from: view.from || undefined,
    to: view.to || undefined,
  };
  const entries = useInfiniteQuery(pagesQueryOf(trail.listTrail, 50, { query, staleTime: 0 }));
  const { data: check } = useReply(trail.trailState, { staleTime: 0 });
  const exporting = useAction({
    run: (endpoint: typeof trail.exportTrailAsCsv | typeof trail.exportTrailAsJson) =>
      saveDownload(endpoint, call(endpoint, { query, slow: true })),
    failed: 'The trail could not be exported. Please try again.',
  });
  const total = Number(entries.data?.pages[0]?.headers.get('x-total-count') ?? 0);
  const more = total > trail.mostCounted;
  return (
    <>
      <PageHead
        title="Audit"
        line="Who did what, and when. No entry can be changed without this page saying so."
      />
      <CardStack>
        {check?.problem && (
          <Banner kind="error">
            {`The trail is broken. ${check.problem} What it tells is no proof any more: compare it with a backup.`}
          </Banner>
        )}
        <Fields view={view} setView={setView} />
        <Card
          title={more ? 'More than 10,000 entries' : countOf(total, 'entry', 'entries')}
          flush
          actions={
            <div className={classes['tools']}>
              {check !== undefined && <ChainBadge check={check} />}
              {(
                [
                  ['CSV', trail.exportTrailAsCsv],
                  ['JSON', trail.exportTrailAsJson],
                ] as const
              ).map(([name, endpoint]) => (
                <Button
                  key={name}
                  variant="default"
                  leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
                  disabled={exporting.isPending}
                  onClick={() => exporting.mutate(endpoint)}
                >
                  {`Export ${name}`}
                </Button>
              ))}
            </div>
          }
        >
          <div className={classes['entries']}>
            <HistoryList
              label="Who did what"
              query={entries}
              olderLabel="Show older entries"
              empty={{ icon: IconHistoryOff, text: 'Nothing was done that fits this search.' }}
            >
              {(entry) => <AuditRow key={entry.id} entry={entry} />}
            </HistoryList>
          </div>
        </Card>
      </CardStack>
    </>
  );
};

export default AuditPage;
