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
} from './number-cards.tsx';
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

/** Who changed what, and when; the newest first. */
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

/** The name and the address that screens, mails and paper show. */
const InstitutionCard = ({ settings }: { readonly settings: Settings }) => {
  const { name, address } = settings.institution;
  return (
    <SettingsCard
      title="Institution"
      now={settings}
      begin={{ name: name ?? '', address: address ?? '' }}
      read={(changes) => changes}
      renderFields={({ field }) => (
        <>
          <TextField label="Institution Name" maxLength={settingsLimits.name} {...field('name')} />
          <TextAreaField
            label="Address"
            rows={4}
            maxLength={settingsLimits.address}
            {...field('address')}
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

/** Every zone this browser knows, and those in use, which it may not. */
const zones = ({ startTimezone, timezone }: Settings): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', startTimezone, timezone])].toSorted();

const clock = (timeZone: string): string => timeOnCampus(new Date().toISOString(), timeZone);

/** Which day it is on campus. */
const TimezoneCard = ({ settings }: { readonly settings: Settings }) => (
  <SettingsCard
    title="Time Zone"
    now={settings}
    begin={{ timezone: settings.ownTimezone ?? '' }}
    read={({ timezone }) => ({ timezone: timezone || null })}
    renderFields={({ field, values }) => (
      <>
        <SelectField
          label="Time Zone"
          data={[
            { value: '', label: `As Campus was started: ${settings.startTimezone}` },
            ...zones(settings).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
          ]}
          {...field('timezone')}
        />
        <output className={classes['now']}>
          The time there is {clock(values.timezone || settings.startTimezone)}.
        </output>
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
          settings.ownTimezone === null
            ? 'The start of Campus (CAMPUS_TIMEZONE)'
            : 'Administrators',
        ],
      ]}
    />
  </SettingsCard>
);

/** Whose account must have a second factor. */
const SecondFactorCard = ({ settings }: { readonly settings: Settings }) => (
  <SettingsCard
    title="Second Factor"
    now={settings}
    begin={{ teachersNeedFactor: settings.teachersNeedFactor ? 'yes' : 'no' }}
    read={({ teachersNeedFactor }) => ({ teachersNeedFactor: teachersNeedFactor === 'yes' })}
    renderFields={({ checkbox }) => (
      <>
        <Checkbox label="Teachers need one, too" {...checkbox('teachersNeedFactor')} />
        <p className={classes['hint']}>
          Teachers without an authenticator app are asked to set one up at once, before anything
          else.
        </p>
      </>
    )}
  >
    <p className={classes['words']}>
      Needed by administrators{settings.teachersNeedFactor && ' and teachers'}
    </p>
    <p className={classes['hint']}>
      Everybody can set up an authenticator app under Security. In a demo nobody needs one.
    </p>
  </SettingsCard>
);

/** Of whom teachers see the whole profile. */
const NeedToKnowCard = ({ settings }: { readonly settings: Settings }) => (
  <SettingsCard
    title="What Teachers See"
    now={settings}
    begin={{ needToKnow: settings.needToKnow ? 'yes' : 'no' }}
    read={({ needToKnow }) => ({ needToKnow: needToKnow === 'yes' })}
    renderFields={({ checkbox }) => (
      <>
        <Checkbox
          label="Date of birth and address only of students they teach"
          {...checkbox('needToKnow')}
        />
        <p className={classes['hint']}>
          These are the students enrolled in one of their subjects of the open term. For all others,
          “Not shown to you” stands in the place of both.
        </p>
      </>
    )}
  >
    <p className={classes['words']}>
      {settings.needToKnow
        ? 'Date of birth and address of the students they teach'
        : 'Date of birth and address of all students'}
    </p>
    <p className={classes['hint']}>
      Blood group, nationality and parents are never shown to teachers. All teachers see the rest of
      a student’s profile.
    </p>
  </SettingsCard>
);

/** What an exam that a student missed counts. */
const MissedExamsCard = ({ settings }: { readonly settings: Settings }) => (
  <SettingsCard
    title="Missed Exams"
    now={settings}
    begin={{ absentCountsZero: settings.absentCountsZero ? 'yes' : 'no' }}
    read={({ absentCountsZero }) => ({ absentCountsZero: absentCountsZero === 'yes' })}
    renderFields={({ checkbox }) => (
      <>
        <Checkbox
          label="An exam that a student missed counts 0"
          {...checkbox('absentCountsZero')}
        />
        <p className={classes['hint']}>
          Every percentage, average and result sheet of terms that are not closed follows at once.
          Closed terms keep the rule they were closed with.
        </p>
      </>
    )}
  >
    <p className={classes['words']}>
      {settings.absentCountsZero
        ? 'Absent counts 0 of the exam’s marks'
        : 'Absent counts in no percentage'}
    </p>
    <p className={classes['hint']}>The average of one exam is always that of those who sat it.</p>
  </SettingsCard>
);

/** What to set where Campus stands behind a proxy that it was not told of. */
const ProxyNotice = ({ header, address }: UntrustedProxy) => (
  <div className={classes['proxy']}>
    <Banner kind="error">
      Requests from {address} name another sender ({header}), which Campus does not believe: all who
      come that way count as one. If {address} is your reverse proxy, set TRUST_PROXY to this
      address and start Campus again.
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
            </CardStack>
            <CardStack>
              {!firebaseMeta() && <PasswordsCard settings={settings} />}
              <SessionsCard settings={settings} />
              <SecondFactorCard settings={settings} />
              <NeedToKnowCard settings={settings} />
              <AttendanceCard settings={settings} />
              <MissedExamsCard settings={settings} />
              <FilesCard settings={settings} />
              <RetentionCard settings={settings} />
              {more}
              <SettingsHistory />
            </CardStack>
          </div>
        )}
      </Loaded>
    </Page>
  );
};
