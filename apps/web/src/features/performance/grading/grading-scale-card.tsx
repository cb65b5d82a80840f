import { type Grade, type GradingScale, gradingScaleLimits, gradingScales } from '@campus/contract';
import { ActionIcon } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { May } from '../../../lib/may-call.tsx';
import { call } from '../../../lib/call.ts';
import { timeOfInstant } from '../../../lib/instant.ts';
import { useReply } from '../../../lib/query.ts';
import { DialogForm } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { Card } from '../../../ui/page.tsx';
import { DialogButton, IconButton } from '../../../ui/actions.tsx';
import { FallbackNote, Loaded } from '../../../ui/loaded.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import {
  blankDraft,
  draftsIn,
  draftsOf,
  type GradeDraft,
  type GradeProblems,
  readDrafts,
} from './grade-drafts.ts';
import classes from './grading-scale-card.module.css';

const columns: readonly { field: keyof Grade; label: string; numeric: boolean }[] = [
  { field: 'letter', label: 'Letter', numeric: false },
  { field: 'fromPercent', label: 'From percent', numeric: true },
  { field: 'points', label: 'Points', numeric: true },
];

interface GradeLineProps {
  readonly draft: GradeDraft;
  /** Position of the line, from 1, for its labels. */
  readonly place: number;
  readonly problems: GradeProblems[number] | undefined;
  readonly onChange: (draft: GradeDraft) => void;
  readonly onRemove: (() => void) | undefined;
}

const GradeLine = ({ draft, place, problems, onChange, onRemove }: GradeLineProps) => (
  <li className={classes['line']}>
    {columns.map(({ field, label, numeric }) => (
      <TextField
        key={field}
        aria-label={`${label} of grade ${place}`}
        value={draft[field]}
        error={problems?.[field]}
        {...(numeric && { inputMode: 'decimal' as const })}
        onChange={(event) => onChange({ ...draft, [field]: event.currentTarget.value })}
      />
    ))}
    <ActionIcon
      variant="subtle"
      color="brick"
      size={36}
      aria-label={`Remove grade ${place}`}
      disabled={!onRemove}
      onClick={onRemove}
    >
      <IconTrash size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  </li>
);

/** Edits the whole scale as one text, because it is only ever replaced as a whole. */
const ScaleForm = ({ scale }: { readonly scale: GradingScale }) => {
  const [problems, setProblems] = useState<GradeProblems>({});
  const { values, textProps, props } = useForm({
    draftKey: 'grading scale',
    initial: { drafts: JSON.stringify(draftsOf(scale.grades)) },
    // A scale set by another administrator meanwhile is not overwritten.
    version: scale.version,
    check: ({ drafts: typed }) => ({ drafts: 'problems' in readDrafts(draftsIn(typed)) }),
    onChecked: () => {
      const read = readDrafts(drafts);
      setProblems('problems' in read ? read.problems : {});
    },
    send: ({ drafts: typed }, { version }) => {
      const read = readDrafts(draftsIn(typed));
      const grades = 'grades' in read ? [...read.grades] : [];
      return call(gradingScales.setGradingScale, { body: { grades }, ifMatch: version });
    },
    done: () => 'Grading scale saved. Results of open terms follow it at once.',
    refreshes: ['/performance', gradingScales.readGradingScale.path],
    failed: 'The grading scale could not be saved. Please try again.',
    alwaysShowsMessage: true,
  });
  const drafts = draftsIn(values.drafts);
  const setDrafts = (now: readonly GradeDraft[]): void =>
    textProps('drafts').onText(JSON.stringify(now));
  const lines = useRef<HTMLOListElement>(null);
  const [added, setAdded] = useState(0);
  useEffect(() => {
    if (added > 0) lines.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  }, [added]);
  return (
    <DialogForm {...props} action="Save scale">
      <p className={classes['hint']}>
        A grade reaches from its percent up to the next grade’s. The lowest begins at 0.
      </p>
      <div className={classes['heads']} aria-hidden>
        {columns.map(({ label }) => (
          <span key={label}>{label}</span>
        ))}
      </div>
      <ol className={classes['lines']} ref={lines}>
        {drafts.map((draft, index) => (
          <GradeLine
            key={draft.key}
            draft={draft}
            place={index + 1}
            problems={problems[draft.key]}
            onChange={(changed) => {
              setDrafts(drafts.map((one) => (one.key === changed.key ? changed : one)));
              setProblems((now) => ({ ...now, [changed.key]: {} }));
            }}
            onRemove={
              drafts.length > 2
                ? () => setDrafts(drafts.filter(({ key }) => key !== draft.key))
                : undefined
            }
          />
        ))}
      </ol>
      <IconButton
        variant="light"
        icon={IconPlus}
        disabled={drafts.length >= gradingScaleLimits.grades}
        onClick={() => {
          setDrafts([...drafts, blankDraft(drafts)]);
          setAdded(added + 1);
        }}
      >
        Add grade
      </IconButton>
    </DialogForm>
  );
};

const inWords = ({ grades }: GradingScale): string =>
  grades
    .map(({ letter, fromPercent, points }) => `${letter} ${fromPercent}% (${points})`)
    .join(', ');

const ScaleHistory = () => {
  const { data, isFetched, refetch } = useReply(gradingScales.gradingScaleHistory);
  const earlier = data?.slice(1) ?? [];
  if (!data && isFetched) return <FallbackNote what="Earlier scales" onRetry={refetch} />;
  if (earlier.length === 0) return null;
  return (
    <details className={classes['history']}>
      <summary>Earlier scales ({earlier.length})</summary>
      <ul>
        {earlier.map((scale) => (
          <li key={scale.version}>
            <strong>
              {scale.setBy === null
                ? 'Default scale'
                : `${scale.setBy}, ${timeOfInstant(scale.setAt)}`}
            </strong>
            <span>{inWords(scale)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
};

/** `80 to below 90` */
const range = (grades: readonly Grade[], index: number): string => {
  const from = grades[index]?.fromPercent ?? 0;
  const above = grades[index - 1]?.fromPercent;
  return above === undefined ? `${from} to 100` : `${from} to below ${above}`;
};

/** The grades of a scale, highest first. */
const ScaleTable = ({ grades }: { readonly grades: readonly Grade[] }) => (
  <RecordTable
    label="Grades"
    rows={grades}
    keyOf={({ letter }) => letter}
    columns={[
      { head: 'Letter', render: ({ letter }) => letter },
      { head: 'Percent', render: (_, index) => range(grades, index) },
      { head: 'Points', render: ({ points }) => points, alignRight: true },
    ]}
  />
);

/** The grading scale, which an administrator can change. */
export const GradingScaleCard = () => {
  const query = useReply(gradingScales.readGradingScale);
  return (
    <Card
      title="Grading scale"
      flush
      className={classes['card']}
      actions={
        query.data && (
          <DialogButton
            needs={gradingScales.setGradingScale}
            variant="light"
            icon={IconPencil}
            label="Edit scale"
            title="Grading scale"
          >
            <ScaleForm scale={query.data} />
          </DialogButton>
        )
      }
    >
      <Loaded query={query} what="grading scale" rows={7} flush>
        {(scale) => (
          <>
            <ScaleTable grades={scale.grades} />
            <div className={classes['footer']}>
              <p>
                {scale.setBy === null
                  ? 'This is the default scale.'
                  : `Set by ${scale.setBy} on ${timeOfInstant(scale.setAt)}.`}{' '}
                Terms that were closed keep the scale they were closed with; those moved in before
                any was set follow this one until another term is closed.
              </p>
              <May call={gradingScales.gradingScaleHistory}>
                <ScaleHistory />
              </May>
            </div>
          </>
        )}
      </Loaded>
    </Card>
  );
};
