import { type Settings, settingsLimits } from '@campus/contract';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { type PartFormProps, SettingsCard } from './settings-card.tsx';
import { SettingsForm } from './settings-form.tsx';
import classes from './settings.module.css';

const begin = ({ institution }: Settings) => ({
  name: institution.name ?? '',
  address: institution.address ?? '',
});

const InstitutionForm = ({ settings, onClose }: PartFormProps) => (
  <SettingsForm
    settings={settings}
    begin={begin}
    read={({ name, address }) => ({ changes: { name, address } })}
    onClose={onClose}
  >
    {({ field }) => (
      <>
        <TextField
          label="Institution Name"
          data-autofocus
          maxLength={settingsLimits.name}
          {...field('name')}
        />
        <TextAreaField
          label="Address"
          rows={4}
          maxLength={settingsLimits.address}
          {...field('address')}
        />
      </>
    )}
  </SettingsForm>
);

/** The name and the address that screens, mails and paper show. */
export const InstitutionCard = ({ settings }: { readonly settings: Settings }) => (
  <SettingsCard
    title="Institution"
    edit="Edit institution"
    settings={settings}
    form={InstitutionForm}
  >
    <div className={classes['address']}>
      <DefinitionList
        items={[
          ['Institution Name', settings.institution.name],
          ['Address', settings.institution.address],
        ]}
      />
    </div>
  </SettingsCard>
);
