import { useQuery } from '@tanstack/react-query';
import { firebaseMeta } from '../../lib/ask-identity.ts';
import type { ReactNode } from 'react';
import { CardStack } from '../../ui/card-layout.tsx';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { UntilLoaded } from '../../ui/until-loaded.tsx';
import { InstitutionCard } from './institution-card.tsx';
import { LogoCard } from './logo-card.tsx';
import { AttendanceCard, FilesCard, SessionsCard } from './number-cards.tsx';
import { PasswordsCard } from './passwords-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { settingsQuery } from './settings.api.ts';
import { ProxyNotice } from './proxy-notice.tsx';
import { SettingsHistory } from './settings-history.tsx';
import { TimezoneCard } from './timezone-card.tsx';
import classes from './settings.module.css';

/** Everything an administrator sets for the whole campus. */
export const ProfileDetails = ({ more }: { readonly more: ReactNode }) => {
  const { data: settings, error, refetch } = useQuery(settingsQuery);
  return (
    <>
      <PageHead title="Profile Details" />
      {settings?.untrustedProxy && <ProxyNotice {...settings.untrustedProxy} />}
      {settings ? (
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
            <AttendanceCard settings={settings} />
            <FilesCard settings={settings} />
            {more}
            <SettingsHistory />
          </CardStack>
        </div>
      ) : (
        <Card>
          <UntilLoaded
            query={{ error, refetch }}
            loading="Loading settings..."
            failed="The settings could not be loaded."
          >
            <SkeletonRows rows={6} columns={2} />
          </UntilLoaded>
        </Card>
      )}
    </>
  );
};
