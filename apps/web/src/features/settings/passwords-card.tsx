import {
  leastForAdministrators,
  passwordInWords,
  passwordProblems,
  type Settings,
} from '@campus/contract';
import { Checkbox } from '@mantine/core';
import { WholeNumberField } from '../../ui/whole-number-field.tsx';
import { SettingsCard } from './settings-card.tsx';
import classes from './settings.module.css';

const demands = [
  ['upperAndLower', 'An upper-case and a lower-case letter'],
  ['digit', 'A digit'],
  ['symbol', 'A symbol, such as ! or %'],
] as const;

const flag = (on: boolean): string => (on ? 'yes' : 'no');

const begin = ({ passwords }: Settings) => ({
  minLength: String(passwords.minLength),
  upperAndLower: flag(passwords.upperAndLower),
  digit: flag(passwords.digit),
  symbol: flag(passwords.symbol),
});

const read = (values: ReturnType<typeof begin>) => ({
  passwords: {
    minLength: Number(values.minLength),
    upperAndLower: values.upperAndLower === 'yes',
    digit: values.digit === 'yes',
    symbol: values.symbol === 'yes',
  },
});

const problemsOf = (values: ReturnType<typeof begin>, { leastPasswords }: Settings) => {
  const { passwords } = read(values);
  const { minLength } = passwords;
  if (!Number.isInteger(minLength) || minLength < 1 || minLength > 128)
    return { minLength: 'Please enter a whole number up to 128' };
  const [wrong] = passwordProblems(passwords, leastPasswords);
  return wrong ? { [wrong.field]: wrong.message } : {};
};

/** What a new password needs. */
export const PasswordsCard = ({ settings }: { readonly settings: Settings }) => (
  <SettingsCard
    title="Passwords"
    now={settings}
    begin={begin(settings)}
    check={(values) => problemsOf(values, settings)}
    read={read}
    renderFields={(fields) => (
      <>
        <WholeNumberField
          label="Minimum length"
          data-autofocus
          min={settings.leastPasswords.minLength}
          {...fields.textOf('minLength')}
        />
        {demands.map(([demand, label]) => (
          <Checkbox
            key={demand}
            label={label}
            disabled={settings.leastPasswords[demand]}
            {...fields.checkbox(demand)}
          />
        ))}
        <p className={classes['hint']}>
          It counts for every password that is chosen from now on. Passwords that people have
          already stay valid.
        </p>
      </>
    )}
  >
    <p className={classes['words']}>{passwordInWords(settings.passwords)}</p>
    <p className={classes['hint']}>
      Administrators need at least {leastForAdministrators} characters. Nobody may take a common
      password, or their own name, e-mail address or institution.
    </p>
    <p className={classes['hint']}>
      Less than this the server does not take:{' '}
      {passwordInWords(settings.leastPasswords).toLowerCase()}.
    </p>
  </SettingsCard>
);
