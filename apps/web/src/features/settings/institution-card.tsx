import { type Settings, settingsLimits } from '@campus/contract';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { SettingsCard } from './settings-card.tsx';
import classes from './settings.module.css';

/** The name and the address that screens, mails and paper show. */
export const InstitutionCard = ({ settings }: { readonly settings: Settings }) => {
  const { name, address } = settings.institution;
  return (
    <SettingsCard
      title="Institution"
      settings={settings}
      begin={{ name: name ?? '', address: address ?? '' }}
      read={(changes) => ({ changes })}
      renderFields={({ field }) => (
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
