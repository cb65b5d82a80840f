import { sessionsInWords, type Settings, settingsLimits } from '@campus/contract';
import { WholeNumberField } from '../../ui/whole-number-field.tsx';
import { type PartFormProps, SettingsCard } from './settings-card.tsx';
import { SettingsForm } from './settings-form.tsx';
import classes from './settings.module.css';

const fields = [
  ['administratorHours', 'Administrators, in hours'],
  ['otherDays', 'Teachers and students, in days'],
] as const;

const begin = ({ sessions }: Settings) => ({
  'sessions.administratorHours': String(sessions.administratorHours),
  'sessions.otherDays': String(sessions.otherDays),
});

const read = (values: ReturnType<typeof begin>) => {
  const problems: Record<string, string> = {};
  for (const [field] of fields) {
    const { min, max } = settingsLimits[field];
    const given = Number(values[`sessions.${field}`]);
    if (!Number.isInteger(given) || given < min || given > max)
      problems[`sessions.${field}`] = `Please enter a whole number from ${min} to ${max}`;
  }
  if (Object.keys(problems).length > 0) return { problems };
  const sessions = {
    administratorHours: Number(values['sessions.administratorHours']),
    otherDays: Number(values['sessions.otherDays']),
  };
  return { changes: { sessions } };
};

const SessionsForm = ({ settings, onClose }: PartFormProps) => (
  <SettingsForm settings={settings} begin={begin} read={read} onClose={onClose}>
    {({ textOf }) => (
      <>
        {fields.map(([field, label], index) => (
          <WholeNumberField
            key={field}
            label={label}
            data-autofocus={index === 0 || undefined}
            {...settingsLimits[field]}
            {...textOf(`sessions.${field}`)}
          />
        ))}
        <p className={classes['hint']}>
          It counts at once, also for people who are signed in now: whoever signed in longer ago
          than this signs in again.
        </p>
      </>
    )}
  </SettingsForm>
);

/** How long after signing in people have to do so again. */
export const SessionsCard = ({ settings }: { readonly settings: Settings }) => (
  <SettingsCard title="Sessions" edit="Edit sessions" settings={settings} form={SessionsForm}>
    <p className={classes['words']}>{sessionsInWords(settings.sessions)}</p>
    <p className={classes['hint']}>
      So long after signing in, people sign in again. Without any use a session ends after 12 hours.
    </p>
  </SettingsCard>
);
