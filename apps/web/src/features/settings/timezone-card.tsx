import type { Settings } from '@campus/contract';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { SettingsCard } from './settings-card.tsx';
import classes from './settings.module.css';

/** Every zone this browser knows, and those in use, which it may not. */
const zones = ({ startTimezone, timezone }: Settings): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', startTimezone, timezone])].toSorted();

const clock = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' }).format();

/** Which day it is on campus. */
export const TimezoneCard = ({ settings }: { readonly settings: Settings }) => (
  <SettingsCard
    title="Time Zone"
    now={settings}
    begin={{ timezone: settings.ownTimezone ?? '' }}
    read={({ timezone }) => ({ timezone: timezone || null })}
    renderFields={({ field, values }) => (
      <>
        <SelectField
          label="Time Zone"
          data-autofocus
          data={[
            { value: '', label: `As Campus was started: ${settings.startTimezone}` },
            ...zones(settings).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
          ]}
          {...field('timezone')}
        />
        <output className={classes['now']}>
          There it is now {clock(values.timezone || settings.startTimezone)}.
        </output>
        <p className={classes['hint']}>
          Days that are stored stay the days they are: attendance, terms, exams and birthdays do not
          move. What changes is the day that counts as today, so which class can be marked, and at
          what time of day deadlines and events that are stored as moments read.
        </p>
      </>
    )}
  >
    <DefinitionList
      items={[
        ['Time Zone', settings.timezone],
        ['Now on campus', clock(settings.timezone)],
        [
          'Set by',
          settings.ownTimezone === null
            ? 'The start of Campus (CAMPUS_TIMEZONE)'
            : 'Administrators',
        ],
      ]}
    />
  </SettingsCard>
);
