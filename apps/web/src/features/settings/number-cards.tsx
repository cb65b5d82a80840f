import {
  fileQuotasInWords,
  privacy,
  retentionInWords,
  type Retention,
  type RetentionKind,
  retentionKinds,
  retentionLimits,
  sessionsInWords,
  type Settings,
  settingsLimits,
  sizeInWords,
} from '@campus/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fileStorageQuery } from '../../lib/file-storage.ts';
import { useReply } from '../../lib/query.ts';
import type { FieldProblems } from '../../lib/use-form-fields.ts';
import { WholeNumberField } from '../../ui/whole-number-field.tsx';
import { SettingsCard } from './settings-card.tsx';
import classes from './settings.module.css';

interface NumbersCardProps<Field extends string> {
  readonly title: string;
  readonly settings: Settings;
  /** The setting that the numbers are parts of, where they are. */
  readonly part?: 'sessions' | 'fileQuotas' | 'retention';
  readonly labels: Readonly<Record<Field, string>>;
  readonly bounds: Readonly<Record<Field, { readonly min: number; readonly max: number }>>;
  /** Below the fields, about what stands in them. */
  readonly renderNote?: (values: Readonly<Record<Field, string>>) => ReactNode;
  readonly children: ReactNode;
}

/** A part of the settings that is whole numbers within bounds. */
const NumbersCard = <Field extends string>(props: NumbersCardProps<Field>) => {
  const { title, settings, part, labels, bounds, renderNote, children } = props;
  const fields = Object.keys(labels) as Field[];
  const now: Readonly<Record<string, unknown>> = part ? settings[part] : settings;
  return (
    <SettingsCard<Record<Field, string>>
      title={title}
      now={settings}
      begin={
        Object.fromEntries(fields.map((field) => [field, String(now[field])])) as Record<
          Field,
          string
        >
      }
      check={(values) =>
        Object.fromEntries(
          fields.map((field) => {
            const { min, max } = bounds[field];
            const number = Number(values[field]);
            const fits = Number.isInteger(number) && number >= min && number <= max;
            return [field, !fits && `Please enter a whole number from ${min} to ${max}`];
          }),
        ) as FieldProblems<Record<Field, string>>
      }
      read={(values) => {
        const numbers = Object.fromEntries(fields.map((field) => [field, Number(values[field])]));
        return part ? { [part]: numbers } : numbers;
      }}
      renderFields={({ textOf, values }) => (
        <>
          {fields.map((field, index) => (
            <WholeNumberField
              key={field}
              label={labels[field]}
              data-autofocus={index === 0 || undefined}
              min={bounds[field].min}
              max={bounds[field].max}
              {...textOf(field)}
            />
          ))}
          {renderNote && <p className={classes['hint']}>{renderNote(values)}</p>}
        </>
      )}
    >
      {children}
    </SettingsCard>
  );
};

interface CardProps {
  readonly settings: Settings;
}

/** The percentage below which attendance is low. */
export const AttendanceCard = ({ settings }: CardProps) => (
  <NumbersCard
    title="Low Attendance"
    settings={settings}
    labels={{ expectedPercentage: 'Attendance is low below, in percent' }}
    bounds={{ expectedPercentage: settingsLimits.percentage }}
  >
    <p className={classes['words']}>Below {settings.expectedPercentage}%</p>
    <p className={classes['hint']}>
      The list of low attendance begins here, and students read how many classes they need to reach
      it.
    </p>
  </NumbersCard>
);

/** How long after signing in people have to do so again. */
export const SessionsCard = ({ settings }: CardProps) => (
  <NumbersCard
    title="Sessions"
    settings={settings}
    part="sessions"
    labels={{
      administratorHours: 'Administrators, in hours',
      otherDays: 'Teachers and students, in days',
    }}
    bounds={settingsLimits.sessions}
    renderNote={() =>
      'It counts at once, also for people who are signed in now: those who signed in longer ago than this sign in again.'
    }
  >
    <p className={classes['words']}>{sessionsInWords(settings.sessions)}</p>
    <p className={classes['hint']}>
      So long after signing in, people sign in again. Without any use a session ends after 12 hours.
    </p>
  </NumbersCard>
);

/** How much people may store with assignments, and how much there is. */
export const FilesCard = ({ settings }: CardProps) => {
  const stored = useQuery(fileStorageQuery()).data?.campus;
  return (
    <NumbersCard
      title="Files"
      settings={settings}
      part="fileQuotas"
      labels={{
        person: 'Of one person, in GB',
        assignment: 'Of one assignment, in GB',
        campus: 'Of all assignments, in GB',
      }}
      bounds={settingsLimits.fileQuotas}
      renderNote={() => 'What is stored already stays, also where it is more than this.'}
    >
      <p className={classes['words']}>{fileQuotasInWords(settings.fileQuotas)}</p>
      <p className={classes['hint']}>
        So much can be stored with assignments: files beside them, and all that was handed in.
        {stored && ` At the moment it is ${sizeInWords(stored.used)}.`}
      </p>
    </NumbersCard>
  );
};

type Numbers = Readonly<Record<RetentionKind, string>>;

/** How many of each kind would go, were it set so: told before it is. */
const WouldGo = ({ values }: { readonly values: Numbers }) => {
  const asked = Object.fromEntries(
    retentionKinds.map((kind) => [kind, Number(values[kind])]),
  ) as Retention;
  const { data } = useReply(privacy.previewRetention, {
    query: asked,
    enabled: retentionKinds.every(
      (kind) => Number.isInteger(asked[kind]) && asked[kind] <= retentionLimits[kind].max,
    ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (!data) return 'Counting what is older...';
  const goes = retentionKinds
    .filter((kind) => data[kind] > 0)
    .map((kind) => `${retentionLimits[kind].label}: ${data[kind].toLocaleString('en')}`);
  return goes.length > 0
    ? `Removed once this is saved, which cannot be undone: ${goes.join(', ')}.`
    : 'Nothing is older than this at the moment.';
};

/** How long what is kept that need not be kept for ever. */
export const RetentionCard = ({ settings }: CardProps) => (
  <NumbersCard
    title="Retention"
    settings={settings}
    part="retention"
    labels={
      Object.fromEntries(
        retentionKinds.map((kind) => {
          const { label, unit } = retentionLimits[kind];
          return [kind, `${label}, in ${unit}s`];
        }),
      ) as Record<RetentionKind, string>
    }
    bounds={retentionLimits}
    renderNote={(values) => (
      <output>
        0 keeps it for ever. <WouldGo values={values} />
      </output>
    )}
  >
    <p className={classes['words']}>{retentionInWords(settings.retention)}</p>
    <p className={classes['hint']}>
      What is older is removed by itself. Of students who withdrew so long ago nothing tells any
      more who they were; their marks and results stay under a pseudonym.
    </p>
  </NumbersCard>
);
