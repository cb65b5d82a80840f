import type { Settings } from '@campus/contract';
import { Checkbox } from '@mantine/core';
import { checkOf, SettingsCard } from './settings-card.tsx';
import classes from './settings.module.css';

/** Whose account must have a second factor. */
export const SecondFactorCard = ({ settings }: { readonly settings: Settings }) => (
  <SettingsCard
    title="Second Factor"
    settings={settings}
    begin={{ teachersNeedFactor: settings.teachersNeedFactor ? 'yes' : '' }}
    read={({ teachersNeedFactor }) => ({
      changes: { teachersNeedFactor: teachersNeedFactor !== '' },
    })}
    renderFields={(fields) => (
      <>
        <Checkbox
          label="Teachers need one, too"
          data-autofocus
          {...checkOf(fields, 'teachersNeedFactor')}
        />
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
