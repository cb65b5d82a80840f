import type { Settings } from '@campus/contract';
import { Checkbox } from '@mantine/core';
import { type PartFormProps, SettingsCard } from './settings-card.tsx';
import { SettingsForm } from './settings-form.tsx';
import classes from './settings.module.css';

const SecondFactorForm = ({ settings, onClose }: PartFormProps) => (
  <SettingsForm
    settings={settings}
    begin={({ teachersNeedFactor }) => ({ teachersNeedFactor: teachersNeedFactor ? 'yes' : '' })}
    read={({ teachersNeedFactor }) => ({
      changes: { teachersNeedFactor: teachersNeedFactor !== '' },
    })}
    onClose={onClose}
  >
    {({ textOf, values }) => {
      const { onText, name } = textOf('teachersNeedFactor');
      return (
        <>
          <Checkbox
            name={name}
            label="Teachers need one, too"
            checked={values.teachersNeedFactor !== ''}
            data-autofocus
            onChange={(event) => onText(event.currentTarget.checked ? 'yes' : '')}
          />
          <p className={classes['hint']}>
            Teachers without an authenticator app are asked to set one up at once, before anything
            else.
          </p>
        </>
      );
    }}
  </SettingsForm>
);

/** Whose account must have a second factor. */
export const SecondFactorCard = ({ settings }: { readonly settings: Settings }) => (
  <SettingsCard
    title="Second Factor"
    edit="Edit second factor"
    settings={settings}
    form={SecondFactorForm}
  >
    <p className={classes['words']}>
      Needed by administrators{settings.teachersNeedFactor && ' and teachers'}
    </p>
    <p className={classes['hint']}>
      Everybody can set up an authenticator app under Security. In a demo nobody needs one.
    </p>
  </SettingsCard>
);
