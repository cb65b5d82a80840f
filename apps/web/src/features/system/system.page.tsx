import {
  IconAlertTriangle,
  IconArchive,
  IconClock,
  IconDatabase,
  IconDownload,
  IconMailX,
  IconWorld,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import {
  capitalise,
  system,
  type System,
  type SystemJob,
  type SystemProblem,
} from '@campus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { campusQuery } from '../../lib/campus.ts';
import { pluralize } from '../../lib/count.ts';
import { whenOnCampus } from '../../lib/instant.ts';
import { useReply } from '../../lib/query.ts';
import { saveFile } from '../../lib/save-download.ts';
import { IconButton } from '../../ui/actions.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Card, CardStack, Page } from '../../ui/page.tsx';
import { type DefinitionItem, DefinitionList } from '../../ui/definition-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { type Column, RecordTable } from '../../ui/record-table.tsx';
import { copyText } from '../../ui/toasts.tsx';
import problemClasses from './problem.module.css';
import classes from './system.module.css';

/** Formats an instant in the campus's time zone. */
type FormattedTime = (at: string) => string;

const everyMs = 60_000;

const icons: Readonly<Record<string, typeof IconClock>> = {
  Mail: IconMailX,
  Backups: IconArchive,
  Clock: IconClock,
  'Time zone': IconClock,
  'Data folder': IconDatabase,
  Uploads: IconDatabase,
  Database: IconDatabase,
  Sorting: IconDatabase,
  Tables: IconDatabase,
  Proxy: IconWorld,
  Address: IconWorld,
};

const titleOf = ({ title, since }: SystemProblem, when: FormattedTime): string =>
  since === null ? title : `${title} since ${when(since)}`;

/** Remedies are mostly carried out on the server, by somebody who may not be reading this page. */
const copyFor = (problem: SystemProblem, when: FormattedTime): Promise<unknown> =>
  copyText(
    `${titleOf(problem, when)}. ${problem.text}\nWhat to do: ${problem.toDo}`,
    'Copied',
    'This could not be copied. Please select and copy it yourself.',
  );

interface ProblemProps {
  readonly problem: SystemProblem;
  readonly when: FormattedTime;
  readonly first: boolean;
}

/** A problem: what is wrong, what is lost, what to do. */
const Problem = ({ problem, when, first }: ProblemProps) => {
  const Drawn = icons[problem.topic] ?? IconAlertTriangle;
  return (
    <li className={problemClasses['problem']}>
      <span className={problemClasses['icon']} data-urgency={problem.urgency}>
        <Drawn size={20} stroke={1.75} aria-hidden />
      </span>
      <div className={problemClasses['text']}>
        <h3>{titleOf(problem, when)}</h3>
        <p>{problem.text}</p>
        <p>
          What to do: <strong>{problem.toDo}</strong>
        </p>
      </div>
      <div className={problemClasses['action']}>
        <Button
          variant={first ? 'filled' : 'default'}
          onClick={() => void copyFor(problem, when)}
          aria-label={`Copy for the operator: ${problem.title}`}
        >
          Copy for the operator
        </Button>
      </div>
    </li>
  );
};

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

interface ProblemsProps {
  readonly problems: readonly SystemProblem[];
  readonly when: FormattedTime;
}

const Problems = ({ problems, when }: ProblemsProps) => {
  const [now, soon] = (['now', 'soon'] as const).map(
    (urgency) => problems.filter((one) => one.urgency === urgency).length,
  );
  if (problems.length === 0) return <Banner kind="success">Nothing needs you.</Banner>;
  const count = numbers[problems.length] ?? problems.length;
  return (
    <Card
      title={problems.length === 1 ? 'One thing needs you' : `${count} things need you`}
      actions={
        <div className={classes['badges']}>
          {now ? (
            <Badge tone="refused">{`${now} ${now === 1 ? 'stops' : 'stop'} people`}</Badge>
          ) : null}
          {soon ? (
            <Badge tone="warning" icon={IconClock}>
              {soon} soon
            </Badge>
          ) : null}
        </div>
      }
    >
      <ul>
        {problems.map((problem, at) => (
          <Problem
            key={`${problem.topic} ${problem.title} ${problem.text}`}
            problem={problem}
            when={when}
            first={at === 0}
          />
        ))}
      </ul>
    </Card>
  );
};

const good = <Badge tone="good">Good</Badge>;
const look = <Badge tone="warning">Look above</Badge>;

interface FigureCardProps {
  readonly title: string;
  readonly state: ReactNode;
  readonly figure: string;
  readonly below: string;
  readonly items: readonly DefinitionItem[];
}

const FigureCard = ({ title, state, figure, below, items }: FigureCardProps) => (
  <Card title={title} actions={state}>
    <p className={classes['figure']}>{figure}</p>
    <p className={classes['below']}>{below}</p>
    <DefinitionList items={items} />
  </Card>
);

/** In powers of ten, as the server's findings about the disk are. */
const bytesInWords = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;

const Figures = ({ seen, when }: { readonly seen: System; readonly when: FormattedTime }) => {
  const { backup, mails, connections, errors } = seen;
  const wrong = (topic: string): SystemProblem | undefined =>
    seen.problems.find((problem) => problem.topic === topic);
  const people = seen.peopleWithin15Minutes;
  return (
    <div className={classes['cards']}>
      {backup && (
        <FigureCard
          title="Last backup"
          state={wrong('Backups') ? look : good}
          figure={backup.takenAt === null ? 'None yet' : capitalise(when(backup.takenAt))}
          below={backup.bytes === null ? 'by itself' : `${bytesInWords(backup.bytes)}, by itself`}
          items={[
            ['Kept', pluralize(backup.kept, 'backup')],
            ['Every', pluralize(backup.everyHours, 'hour')],
            ['Next', backup.nextAt && when(backup.nextAt)],
          ]}
        />
      )}
      <FigureCard
        title="Mails"
        state={
          wrong('Mail')?.urgency === 'now' ? (
            <Badge tone="refused">Stopped</Badge>
          ) : wrong('Mail') ? (
            look
          ) : (
            good
          )
        }
        figure={`${mails.waiting} waiting`}
        below={
          mails.waitingSince === null
            ? 'everything is sent'
            : `the oldest since ${when(mails.waitingSince)}`
        }
        items={[
          ['Sent', `${mails.sent} since yesterday`],
          ['Refused', mails.refused || 'none'],
        ]}
      />
      <FigureCard
        title="In use now"
        state={errors === 0 && good}
        figure={people === null ? 'Not known' : people === 1 ? '1 person' : `${people} people`}
        below="in the last 15 minutes"
        items={[
          ['Errors', `${errors || 'none'} since the start`],
          ['Connections', `${connections.used} of ${connections.most} to the database`],
        ]}
      />
    </div>
  );
};

const duration = (ms: number): string => {
  if (ms < 1000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
};

const columnsAt = (when: FormattedTime): Column<SystemJob>[] => [
  { head: 'Job', render: ({ name }) => name },
  { head: 'What it does', muted: true, render: ({ does }) => does },
  { head: 'Last run', fact: 'headed', render: ({ lastRun }) => lastRun && when(lastRun) },
  {
    head: 'Took',
    alignRight: true,
    fact: 'headed',
    render: ({ tookMs }) => tookMs !== null && duration(tookMs),
  },
  {
    head: 'Next',
    muted: true,
    fact: 'headed',
    render: ({ nextRun }) => (nextRun === null ? 'runs now' : when(nextRun)),
  },
  {
    head: 'State',
    render: ({ failingSince }) =>
      failingSince === null ? (
        good
      ) : (
        <Badge tone="refused">{`Failing since ${when(failingSince)}`}</Badge>
      ),
  },
];

/** Downloads the page's data, and the browser's name. */
const saveReport = (seen: System): void =>
  saveFile(
    new Blob([JSON.stringify({ ...seen, browser: navigator.userAgent }, null, 2)], {
      type: 'application/json',
    }),
    `campus-system-${seen.lookedAt.slice(0, 10)}.json`,
  );

const SystemPage = () => {
  const query = useReply(system.readSystem, { refetchInterval: everyMs });
  const { data } = query;
  const { data: campus } = useQuery(campusQuery);
  const when: FormattedTime = (at) => whenOnCampus(at, campus?.timezone, data?.lookedAt ?? at);
  return (
    <Page
      title="System"
      line={
        data &&
        `Campus ${data.version} · running since ${when(data.startedAt)} · looked at ${when(data.lookedAt)}`
      }
    >
      <Loaded query={query} what="state of the system" card>
        {(seen) => (
          <CardStack>
            <Problems problems={seen.problems} when={when} />
            <Figures seen={seen} when={when} />
            <Card
              title="Jobs"
              flush
              actions={
                <IconButton variant="subtle" icon={IconDownload} onClick={() => saveReport(seen)}>
                  Download a report for support
                </IconButton>
              }
            >
              <RecordTable
                label="Jobs"
                rows={seen.jobs}
                keyOf={({ name }) => name}
                columns={columnsAt(when)}
                linesBelow={690}
              />
            </Card>
          </CardStack>
        )}
      </Loaded>
    </Page>
  );
};

export default SystemPage;
