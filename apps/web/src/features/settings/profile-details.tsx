import {
  type SettingChange,
  type Settings,
  settingsLimits,
  type UntrustedProxy,
} from '@campus/contract';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { firebaseMeta } from '../../lib/identity-client.ts';
import { timeOfInstant, timeOnCampus } from '../../lib/instant.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card, CardStack, Page } from '../../ui/page.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/fields.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { historyQuery, LogoCard, SettingsCard, settingsQuery } from './settings-card.tsx';
import {
  AttendanceCard,
  FilesCard,
  PasswordsCard,
  RetentionCard,
  SessionsCard,
} from './policy-cards.tsx';
import classes from './settings.module.css';

const names: Readonly<Record<SettingChange['field'], string>> = {
  name: 'Institution name',
  address: 'Address',
  logo: 'Logo',
  timezone: 'Time zone',
  expectedPercentage: 'Low attendance',
  passwords: 'Passwords',
  sessions: 'Sessions',
  secondFactor: 'Second factor needed',
  needToKnow: 'Teachers see whole profiles of',
  absentCountsZero: 'Missed exam',
  fileQuotas: 'Files',
  retention: 'Retention',
};

const inWords = ({ field, before, after }: SettingChange): string => {
  if (field === 'logo') return after === null ? 'removed' : before === null ? 'added' : 'replaced';
  const none = field === 'timezone' ? 'as started' : 'none';
  return `${before ?? none} → ${after ?? none}`;
};

/** Who changed what and when, newest first. */
const SettingsHistory = () => (
  <Loaded query={useQuery(historyQuery)} what="changes" quiet="The changes of settings" card>
    {(changes) => (
      <Card title="Changes">
        {changes.length === 0 && <p className={classes['hint']}>Nothing has been changed yet.</p>}
        <ul className={classes['changes']}>
          {changes.map((change) => (
            <li key={change.id}>
              <strong>{names[change.field]}</strong> <span>{inWords(change)}</span>
              <small>
                {change.changedBy}, {timeOfInstant(change.changedAt)}
              </small>
            </li>
          ))}
        </ul>
      </Card>
    )}
  </Loaded>
);

/** The name and address on screens, in mails and on paper. */
const InstitutionCard = ({ settings }: { readonly settings: Settings }) => {
  const { name, address } = settings.institution;
  return (
    <SettingsCard
      title="Institution"
      now={settings}
      begin={{ name: name ?? '', address: address ?? '' }}
      read={(changes) => changes}
      renderFields={({ fieldProps }) => (
        <>
          <TextField
            label="Institution Name"
            maxLength={settingsLimits.name}
            {...fieldProps('name')}
          />
          <TextAreaField
            label="Address"
            rows={4}
            maxLength={settingsLimits.address}
            {...fieldProps('address')}
          />
        </>
      )}
    >
      <div className={classes['address']}>
        <DefinitionList
          items={[
            ['Institution Name', name],
            ['Address', address],
          ]}
        />
      </div>
    </SettingsCard>
  );
};

/** Every zone this browser knows, and the ones in use, which it may not know. */
const zones = ({ startTimezone, timezone }: Settings): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', startTimezone, timezone])].toSorted();

const clock = (timeZone: string): string => timeOnCampus(new Date().toISOString(), timeZone);

/** The time zone, which decides what day it is on campus. */
const TimezoneCard = ({ settings }: { readonly settings: Settings }) => (
  <SettingsCard
    title="Time Zone"
    now={settings}
    begin={{ timezone: settings.ownTimezone ?? '' }}
    read={({ timezone }) => ({ timezone: timezone || null })}
    renderFields={({ fieldProps, values }) => (
      <>
        <SelectField
          label="Time Zone"
          data={[
            { value: '', label: `Server default: ${settings.startTimezone}` },
            ...zones(settings).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
          ]}
          {...fieldProps('timezone')}
        />
        <output>Current time there: {clock(values.timezone || settings.startTimezone)}</output>
        <p className={classes['hint']}>
          Dates that are stored do not change: attendance, terms, exams and birthdays stay on their
          days. What changes is which day is today, and so which class can be marked, and the time
          of day at which deadlines and events are shown.
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
          settings.ownTimezone === null ? 'Server default (CAMPUS_TIMEZONE)' : 'Administrators',
        ],
      ]}
    />
  </SettingsCard>
);

interface SwitchCardProps {
  readonly title: string;
  readonly settings: Settings;
  readonly of: 'teachersNeedFactor' | 'needToKnow' | 'absentCountsZero';
  /** Label of the checkbox, and what to know before ticking it. */
  readonly label: string;
  readonly hint: string;
  /** The current state, and what applies in either. */
  readonly now: string;
  readonly note: string;
}

/** A setting that is on or off. */
const SwitchCard = ({ title, settings, of, label, hint, now, note }: SwitchCardProps) => (
  <SettingsCard
    title={title}
    now={settings}
    begin={{ [of]: settings[of] ? 'yes' : 'no' }}
    read={(values) => ({ [of]: values[of] === 'yes' })}
    renderFields={({ checkboxProps }) => (
      <>
        <Checkbox label={label} {...checkboxProps(of)} />
        <p className={classes['hint']}>{hint}</p>
      </>
    )}
  >
    <p className={classes['text']}>{now}</p>
    <p className={classes['hint']}>{note}</p>
  </SettingsCard>
);

/** What to set if Campus runs behind a proxy that it does not trust. */
const ProxyNotice = ({ header, address }: UntrustedProxy) => (
  <div className={classes['proxy']}>
    <Banner kind="error">
      Requests from {address} name another sender ({header}), which Campus does not trust: everybody
      behind this address counts as one. If {address} is your reverse proxy, set TRUST_PROXY to it
      and restart Campus.
    </Banner>
  </div>
);

/** Everything an administrator sets for the whole campus. */
export const ProfileDetails = ({ more }: { readonly more: ReactNode }) => {
  const query = useQuery(settingsQuery);
  return (
    <Page title="Profile Details">
      {query.data?.untrustedProxy && <ProxyNotice {...query.data.untrustedProxy} />}
      <Loaded query={query} what="settings" rows={6} columns={2} card>
        {(settings) => (
          <div className={classes['columns']}>
            <CardStack>
              <InstitutionCard settings={settings} />
              <LogoCard settings={settings} />
              <TimezoneCard settings={settings} />
              {more}
            </CardStack>
            <CardStack>
              {!firebaseMeta() && <PasswordsCard settings={settings} />}
              <SessionsCard settings={settings} />
              <SwitchCard
                title="Second Factor"
                settings={settings}
                of="teachersNeedFactor"
                label="Teachers need one, too"
                hint="Teachers without an authenticator app are asked to set one up at once, before anything else."
                now={`Needed by administrators${settings.teachersNeedFactor ? ' and teachers' : ''}`}
                note="Everybody can set up an authenticator app under Security. In a demo nobody needs one."
              />
              <SwitchCard
                title="What Teachers See"
                settings={settings}
                of="needToKnow"
                label="Date of birth and address only of students they teach"
                hint="These are the students enrolled in one of their subjects of the open term. For all others, “Not shown to you” stands in the place of both."
                now={`Date of birth and address of ${settings.needToKnow ? 'the students they teach' : 'all students'}`}
                note="Blood group, nationality and parents are never shown to teachers. All teachers see the rest of a student’s profile."
              />
              <AttendanceCard settings={settings} />
              <SwitchCard
                title="Missed Exams"
                settings={settings}
                of="absentCountsZero"
                label="An exam that a student missed counts 0"
                hint="Every percentage, average and result sheet of terms that are not closed follows at once. Closed terms keep the rule they were closed with."
                now={
                  settings.absentCountsZero
                    ? 'Absent counts 0 of the exam’s marks'
                    : 'Absent does not count'
                }
                note="The average of one exam is always that of those who sat it."
              />
              <FilesCard settings={settings} />
              <RetentionCard settings={settings} />
              <SettingsHistory />
            </CardStack>
          </div>
        )}
      </Loaded>
    </Page>
  );
};
