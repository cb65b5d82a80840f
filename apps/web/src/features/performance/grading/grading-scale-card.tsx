import { type Grade, type GradingScale, gradingScaleLimits, gradingScales } from '@campus/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { errorText } from '../../../lib/error-text.ts';
import { timeOfInstant } from '../../../lib/instant.ts';
import { refresh, useReply } from '../../../lib/query.ts';
import { onSessionEnd } from '../../../lib/session-end.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FallbackNote } from '../../../ui/fallback-note.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import {
  blankDraft,
  draftsOf,
  type GradeDraft,
  type GradeProblems,
  readDrafts,
} from './grade-drafts.ts';
import classes from './grading.module.css';

const columns: readonly { field: keyof Grade; label: string; numeric: boolean }[] = [
  { field: 'letter', label: 'Letter', numeric: false },
  { field: 'fromPercent', label: 'From percent', numeric: true },
  { field: 'points', label: 'Points', numeric: true },
];

interface GradeLineProps {
  readonly draft: GradeDraft;
  /** From 1, for its name. */
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

interface ScaleFormProps {
  readonly scale: GradingScale;
  readonly onClose: () => void;
}

/** Moves the focus to a field of a form once what was changed is drawn. */
const focusLater = (form: HTMLFormElement | null, find: string): void => {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(find)?.focus());
};

/** The whole scale at once: it is only ever replaced as a whole. */
const ScaleForm = ({ scale, onClose }: ScaleFormProps) => {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  // Of the moment the dialog opened: a scale that another administrator sets meanwhile is not overwritten.
  const [{ version, before }] = useState(() => ({
    version: scale.version,
    before: draftsOf(scale.grades),
  }));
  const [drafts, setDrafts] = useState(before);
  const [problems, setProblems] = useState<GradeProblems>({});
  const save = useMutation({
    mutationFn: (grades: readonly Grade[]) =>
      call(gradingScales.setGradingScale, { body: { grades: [...grades] }, seen: version }),
    onSuccess: async () => {
      notifySuccess('Grading scale saved. Results of open terms follow it at once.');
      onClose();
      await refresh(client, '/performance', gradingScales.readGradingScale.path);
    },
    onError: () => refresh(client, gradingScales.readGradingScale.path),
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const read = readDrafts(drafts);
    setProblems('problems' in read ? read.problems : {});
    if ('grades' in read) save.mutate(read.grades);
    else focusLater(form.current, '[aria-invalid="true"]');
  };
  const add = (): void => {
    setDrafts((now) => [...now, blankDraft(now)]);
    focusLater(form.current, 'li:last-child input');
  };
  const typed = drafts !== before;
  useEffect(() => (typed ? onSessionEnd(() => 'hold') : undefined), [typed]);
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {save.isError && (
        <Banner kind="error">
          {errorText(save.error, 'The grading scale could not be saved. Please try again.')}
        </Banner>
      )}
      <p className={classes['hint']}>
        A grade reaches from its percent up to the next grade’s. The lowest begins at 0.
      </p>
      <div className={classes['heads']} aria-hidden>
        {columns.map(({ label }) => (
          <span key={label}>{label}</span>
        ))}
      </div>
      <ol className={classes['lines']}>
        {drafts.map((draft, index) => (
          <GradeLine
            key={draft.key}
            draft={draft}
            place={index + 1}
            problems={problems[draft.key]}
            onChange={(changed) => {
              setDrafts((now) => now.map((one) => (one.key === changed.key ? changed : one)));
              setProblems((now) => ({ ...now, [changed.key]: {} }));
            }}
            onRemove={
              drafts.length > 2
                ? () => setDrafts((now) => now.filter(({ key }) => key !== draft.key))
                : undefined
            }
          />
        ))}
      </ol>
      <IconButton
        variant="light"
        icon={IconPlus}
        disabled={drafts.length >= gradingScaleLimits.grades}
        onClick={add}
      >
        Add grade
      </IconButton>
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={save.isPending}>
          Cancel
        </Button>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save scale'}
        </Button>
      </DialogActions>
    </form>
  );
};

const inWords = ({ grades }: GradingScale): string =>
  grades
    .map(({ letter, fromPercent, points }) => `${letter} ${fromPercent}% (${points})`)
    .join(', ');

/** The scales before this one, and who set them. */
const ScaleHistory = () => {
  const { data, isError, refetch } = useReply(gradingScales.gradingScaleHistory);
  const earlier = data?.slice(1) ?? [];
  if (isError && !data)
    return <FallbackNote what="Earlier scales" onRetry={() => void refetch()} />;
  if (earlier.length === 0) return null;
  return (
    <details className={classes['history']}>
      <summary>Earlier scales ({earlier.length})</summary>
      <ul>
        {earlier.map((scale) => (
          <li key={scale.version}>
            <strong>
              {scale.setBy === null
                ? 'The scale Campus comes with'
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

/** The grades of a scale, the highest first. */
const ScaleTable = ({ grades }: { readonly grades: readonly Grade[] }) => (
  <RecordTable
    label="Grades"
    rows={grades}
    keyOf={({ letter }) => letter}
    columns={[
      { head: 'Letter', render: ({ letter }) => letter },
      { head: 'Percent', render: (_, index) => range(grades, index) },
      { head: 'Points', render: ({ points }) => points, number: true },
    ]}
  />
);

/** The scale that letters and points come from, for the administrator who sets it. */
export const GradingScaleCard = () => {
  const query = useReply(gradingScales.readGradingScale);
  const [editing, setEditing] = useState(false);
  return (
    <Card
      title="Grading scale"
      flush
      className={classes['card']}
      actions={
        query.data && (
          <IconButton variant="light" icon={IconPencil} onClick={() => setEditing(true)}>
            Edit scale
          </IconButton>
        )
      }
    >
      <Loaded query={query} what="grading scale" rows={7} flush>
        {(scale) => (
          <>
            <ScaleTable grades={scale.grades} />
            <div className={classes['foot']}>
              <p>
                {scale.setBy === null
                  ? 'This is the scale Campus comes with.'
                  : `Set by ${scale.setBy} on ${timeOfInstant(scale.setAt)}.`}{' '}
                Terms that were closed keep the scale they were closed with.
              </p>
              <ScaleHistory />
            </div>
            <Dialog opened={editing} onClose={() => setEditing(false)} title="Grading scale">
              <ScaleForm scale={scale} onClose={() => setEditing(false)} />
            </Dialog>
          </>
        )}
      </Loaded>
    </Card>
  );
};
