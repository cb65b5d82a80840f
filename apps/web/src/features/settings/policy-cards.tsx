import {
  fileQuotasInWords,
  minForAdministrators,
  passwordInWords,
  passwordProblems,
  privacy,
  type Retention,
  retentionInWords,
  type RetentionKind,
  retentionKinds,
  retentionLimits,
  sessionsInWords,
  type Settings,
  settingsLimits,
  sizeInWords,
} from '@campus/contract';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/count.ts';
import { errorText } from '../../lib/error-text.ts';
import { DialogForm } from '../../ui/form.tsx';
import { WholeNumberField } from '../../ui/whole-number-field.tsx';
import { type FormProps, SettingsCard, useSettingsForm } from './settings-card.tsx';
import { fileStorageQuery } from '../../lib/file-storage.ts';
import { useReply } from '../../lib/query.ts';
import type { FieldProblems } from '../../lib/use-form-fields.ts';
import classes from './settings.module.css';

const requirements = [
  ['upperAndLower', 'An upper-case and a lower-case letter'],
  ['digit', 'A digit'],
  ['symbol', 'A symbol, such as ! or %'],
] as const;

const flag = (on: boolean): string => (on ? 'yes' : 'no');

const begin = ({ passwords }: Settings) => ({
  minLength: String(passwords.minLength),
  upperAndLower: flag(passwords.upperAndLower),
  digit: flag(passwords.digit),
  symbol: flag(passwords.symbol),
});

const read = (values: ReturnType<typeof begin>) => ({
  passwords: {
    minLength: Number(values.minLength),
    upperAndLower: values.upperAndLower === 'yes',
    digit: values.digit === 'yes',
    symbol: values.symbol === 'yes',
  },
});

const problemsOf = (values: ReturnType<typeof begin>, { leastPasswords }: Settings) => {
  const { passwords } = read(values);
  const { minLength } = passwords;
  if (!Number.isInteger(minLength) || minLength < 1 || minLength > 128)
    return { minLength: 'Please enter a whole number up to 128' };
  const [wrong] = passwordProblems(passwords, leastPasswords);
  return wrong ? { [wrong.field]: wrong.message } : {};
};

/** The rules for new passwords. */
export const PasswordsCard = ({ settings }: { readonly settings: Settings }) => (
  <SettingsCard
    title="Passwords"
    now={settings}
    begin={begin(settings)}
    check={(values) => problemsOf(values, settings)}
    read={read}
    renderFields={(fields) => (
      <>
        <WholeNumberField
          label="Minimum length"
          min={settings.leastPasswords.minLength}
          {...fields.textProps('minLength')}
        />
        {requirements.map(([demand, label]) => (
          <Checkbox
            key={demand}
            label={label}
            disabled={settings.leastPasswords[demand]}
            {...fields.checkboxProps(demand)}
          />
        ))}
        <p className={classes['hint']}>
          This applies to every password chosen from now on. Existing passwords stay valid.
        </p>
      </>
    )}
  >
    <p className={classes['text']}>{passwordInWords(settings.passwords)}</p>
    <p className={classes['hint']}>
      Administrators need at least {minForAdministrators} characters. Nobody may take a common
      password, or their own name, e-mail address or institution.
    </p>
    <p className={classes['hint']}>
      The least this server allows: {passwordInWords(settings.leastPasswords).toLowerCase()}.
    </p>
  </SettingsCard>
);

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Whether the text is a whole number within the bounds; blank is not, though `Number('')` is 0. */
const isWithin = (text: string, { min, max }: Bounds): boolean =>
  /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;

interface NumbersCardProps<Field extends string> {
  readonly title: string;
  readonly settings: Settings;
  /** The setting that the numbers belong to, if they are parts of one. */
  readonly part?: 'sessions' | 'fileQuotas' | 'retention';
  readonly labels: Readonly<Record<Field, string>>;
  readonly bounds: Readonly<Record<Field, Bounds>>;
  /** A note below the fields. */
  readonly note?: string;
  readonly renderForm?: (props: FormProps<Record<Field, string>>) => ReactNode;
  readonly children: ReactNode;
}

/** Settings that are whole numbers within bounds. */
const NumbersCard = <Field extends string>(props: NumbersCardProps<Field>) => {
  const { title, settings, part, labels, bounds, note, renderForm, children } = props;
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
            return [
              field,
              !isWithin(values[field], bounds[field]) &&
                `Please enter a whole number from ${min} to ${max}`,
            ];
          }),
        ) as FieldProblems<Record<Field, string>>
      }
      read={(values) => {
        const numbers = Object.fromEntries(fields.map((field) => [field, Number(values[field])]));
        return part ? { [part]: numbers } : numbers;
      }}
      renderFields={({ textProps }) => (
        <>
          {fields.map((field) => (
            <WholeNumberField
              key={field}
              label={labels[field]}
              min={bounds[field].min}
              max={bounds[field].max}
              {...textProps(field)}
            />
          ))}
          {note && <p className={classes['hint']}>{note}</p>}
        </>
      )}
      renderForm={renderForm}
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
    <p className={classes['text']}>Below {settings.expectedPercentage}%</p>
    <p className={classes['hint']}>
      Students below it are on the list of low attendance, and are told how many classes they need
      to reach it.
    </p>
  </NumbersCard>
);

/** After how long people have to sign in again. */
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
    note="It takes effect at once: people who signed in longer ago than this have to sign in again."
  >
    <p className={classes['text']}>{sessionsInWords(settings.sessions)}</p>
    <p className={classes['hint']}>
      After this time people have to sign in again. A session that is not used ends after 12 hours.
    </p>
  </NumbersCard>
);

/** How much people may store with assignments, and how much is stored. */
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
      note="What is stored already stays, also where it is more than this."
    >
      <p className={classes['text']}>{fileQuotasInWords(settings.fileQuotas)}</p>
      <p className={classes['hint']}>
        The limits for files of assignments and for all work that is handed in.
      </p>
      {/* The cards below must not move once it is known. */}
      <p className={classes['hint']}>
        {stored ? `${sizeInWords(stored.used)} are in use.` : '\u00A0'}
      </p>
    </NumbersCard>
  );
};

type Numbers = Readonly<Record<RetentionKind, string>>;

const inWords = (expired: Retention): string => {
  const goes = retentionKinds
    .filter((kind) => expired[kind] > 0)
    .map((kind) => `${retentionLimits[kind].label}: ${formatCount(expired[kind])}`);
  return goes.length > 0
    ? `Removed once this is saved, which cannot be undone: ${goes.join(', ')}.`
    : 'Nothing is older than this at the moment.';
};

/** Says how many records are removed; saves nothing before exactly that is counted. */
const RetentionForm = (props: FormProps<Numbers>) => {
  const form = useSettingsForm({
    ...props,
    check: (values): FieldProblems<Numbers> & { readonly form?: string } => {
      const wrong = props.check?.(values) ?? {};
      if (expired || Object.values(wrong).some(Boolean)) return wrong;
      return { form: failed || 'What is older is being counted. Please wait a moment.' };
    },
    // Otherwise a count that failed once would keep the settings from being saved.
    onChecked: () => {
      if (asked.error) void asked.refetch();
    },
  });
  const { values } = form;
  const enabled = retentionKinds.every((kind) => isWithin(values[kind], retentionLimits[kind]));
  const asked = useReply(privacy.previewRetention, {
    query: Object.fromEntries(
      retentionKinds.map((kind) => [kind, Number(values[kind])]),
    ) as Retention,
    enabled,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, error, isFetching } = asked;
  const expired = isFetching || error ? undefined : data;
  const failed = error && !isFetching && errorText(error, 'What is older could not be counted.');
  const all = Object.values(expired ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <DialogForm {...form.props} action={all > 0 ? `Save and remove ${formatCount(all)}` : 'Save'}>
      {props.renderFields(form)}
      <output className={classes['hint']}>
        0 keeps it for ever.{' '}
        {expired ? inWords(expired) : failed || (enabled && 'Counting what is older...')}
      </output>
    </DialogForm>
  );
};

/** How long to keep what need not be kept for ever. */
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
    renderForm={(form) => <RetentionForm {...form} />}
  >
    <p className={classes['text']}>{retentionInWords(settings.retention)}</p>
    <p className={classes['hint']}>
      Older data is removed automatically. Students who withdrew or graduated that long ago, and
      were added to Campus that long ago as well, can no longer be identified: their marks and
      results are kept under a pseudonym, and no result sheet can be printed in their name.
    </p>
  </NumbersCard>
);
