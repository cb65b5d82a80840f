import { type Leaver, leaversShown, type TermClosing, terms } from '@campus/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { pluralize, formatCount } from '../../../lib/count.ts';
import type { RowSelection } from '../../../lib/use-row-selection.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { Card } from '../../../ui/page.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import type { Closing } from './close-term.page.tsx';
import { parseIds } from './closing-values.ts';
import { Stats } from './closing-report.tsx';
import classes from './closing.module.css';

/** Rows shown at most; search finds the others. */
const shownAtMost = 200;

const openOf = ({ loans }: Leaver): string =>
  loans > 0 ? `Library: ${pluralize(loans, 'book')} out` : 'Nothing';

interface GraduatesStepProps {
  readonly report: TermClosing;
  readonly leavers: readonly Leaver[];
  readonly closing: Closing;
}

/** Who has finished, among students in the last semester of their programme: everybody not unticked. */
export const GraduatesStep = ({ report, leavers, closing }: GraduatesStepProps) => {
  const { values, textProps, fieldProps, busy, save, props } = closing.form;
  const staying = parseIds(values.staying);
  const owing = leavers.filter(({ loans }) => loans > 0).length;
  const [show, setShow] = useState<'all' | 'open' | 'unticked'>(owing > 0 ? 'open' : 'all');
  const [search, setSearch] = useState('');
  const open = show === 'open';
  const found = leaversShown(leavers, { search, open }).filter(
    ({ id }) => show !== 'unticked' || staying.has(id),
  );
  const rows = found.slice(0, shownAtMost);
  const put = (ids: readonly string[], stay: boolean): void => {
    const next = new Set(staying);
    for (const id of ids)
      if (stay) next.add(id);
      else next.delete(id);
    textProps('staying').onText([...next].join(' '));
  };
  const shown = rows.map(({ id }) => id);
  const ticked: RowSelection = {
    ids: leavers.map(({ id }) => id).filter((id) => !staying.has(id)),
    all: false,
    has: (id) => !staying.has(id),
    toggle: (id) => put([id], !staying.has(id)),
    togglePage: () =>
      put(
        shown,
        shown.every((id) => !staying.has(id)),
      ),
    selectAll: () => put(shown, false),
    clear: () => put(shown, true),
  };
  const graduates = ticked.ids.length;
  const outcome = ({ id, semester }: Leaver) =>
    staying.has(id) ? (
      <Badge tone="pending">Stays in semester {semester}</Badge>
    ) : (
      <Badge tone="good">Graduates</Badge>
    );
  return (
    <div className={classes['stack']}>
      <Stats
        figures={[
          ['In their last semester', leavers.length],
          ['Ticked as graduates', graduates],
          ['Stay in it', leavers.length - graduates],
          ['Move up one semester', report.promotion.promoted],
        ]}
      />
      <Card title="Their last day">
        <DayField
          label="Last day"
          description="Their sign-in and enrolments end on this day; marks stay. They leave every list of students."
          required
          {...fieldProps('graduatedOn')}
        />
      </Card>
      <Card title="Leavers" flush>
        <div className={classes['tools']}>
          <SegmentedControl
            label="Which leavers"
            value={show}
            onChange={setShow}
            segments={[
              { value: 'all', label: 'All', count: leavers.length },
              { value: 'open', label: 'Something open', count: owing },
              { value: 'unticked', label: 'Not ticked', count: leavers.length - graduates },
            ]}
          />
          <SearchField
            label="Find a leaver"
            placeholder="Search name, email or roll no"
            value={search}
            onSearch={setSearch}
          />
          {/* The server does not know yet who is ticked. */}
          {show !== 'unticked' && (
            <DownloadMenu
              endpoint={terms.exportLeavers}
              params={{ termId: report.term.id }}
              query={{ search: search || undefined, open: open || undefined }}
            />
          )}
        </div>
        <RecordTable
          label="Leavers"
          rows={rows}
          keyOf={({ id }) => id}
          selection={{ rows: ticked, nameOf: ({ name }) => name }}
          columns={[
            { head: 'Name', render: ({ name }) => name },
            { head: 'Roll No', render: ({ rollNo }) => rollNo, muted: true, underBelow: 620 },
            { head: 'Programme', render: ({ course }) => course, muted: true, underBelow: 620 },
            { head: 'Open', render: openOf, underBelow: 740 },
            { head: 'After closing', render: outcome },
          ]}
          linesBelow={520}
          renderLine={(one) => (
            <span className={classes['candidate']}>
              <b>{one.name}</b>
              <span>
                {[one.rollNo, one.course, one.loans > 0 && openOf(one)].filter(Boolean).join(' · ')}
              </span>
              {outcome(one)}
            </span>
          )}
        />
        <p className={`${classes['rule']} ${classes['found']}`}>
          {found.length > rows.length
            ? `${formatCount(rows.length)} of ${formatCount(found.length)}: search for the others.`
            : pluralize(found.length, 'student')}
        </p>
      </Card>
      {props.problem && <Banner kind="error">{props.problem}</Banner>}
      <div className={classes['footer']}>
        <Button variant="default" size="md" onClick={closing.back} disabled={busy}>
          Back
        </Button>
        <Button size="md" onClick={() => save.mutate(values)} disabled={busy}>
          {busy ? 'Working it out...' : `${pluralize(graduates, 'graduate')}, continue`}
        </Button>
      </div>
    </div>
  );
};
