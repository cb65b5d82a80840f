import { type Settings, settingsLimits } from '@campus/contract';
import { WholeNumberField } from '../../ui/whole-number-field.tsx';
import { type PartFormProps, SettingsCard } from './settings-card.tsx';
import { SettingsForm } from './settings-form.tsx';
import classes from './settings.module.css';

const { min, max } = settingsLimits.percentage;

const AttendanceForm = ({ settings, onClose }: PartFormProps) => (
  <SettingsForm
    settings={settings}
    begin={({ expectedPercentage }) => ({ expectedPercentage: String(expectedPercentage) })}
    read={({ expectedPercentage }) => {
      const percentage = Number(expectedPercentage);
      return Number.isInteger(percentage) && percentage >= min && percentage <= max
        ? { changes: { expectedPercentage: percentage } }
        : {
            problems: {
              expectedPercentage: `Please enter a whole number from ${min} to ${max}`,
            },
          };
    }}
    onClose={onClose}
  >
    {({ textOf }) => (
      <WholeNumberField
        label="Attendance is low below, in percent"
        data-autofocus
        min={min}
        max={max}
        {...textOf('expectedPercentage')}
      />
    )}
  </SettingsForm>
);

/** The percentage below which attendance is low. */
export const AttendanceCard = ({ settings }: { readonly settings: Settings }) => (
  <SettingsCard
    title="Low Attendance"
    edit="Edit low attendance"
    settings={settings}
    form={AttendanceForm}
  >
    <p className={classes['words']}>Below {settings.expectedPercentage}%</p>
    <p className={classes['hint']}>
      The list of low attendance begins here, and students read how many classes they need to reach
      it.
    </p>
  </SettingsCard>
);
