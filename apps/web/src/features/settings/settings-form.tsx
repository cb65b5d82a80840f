import type { Settings } from '@campus/contract';
import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { errorText, fieldErrors } from '../../lib/error-text.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { Banner } from '../../ui/banner.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { type Changes, changeSettings, useSettingsChange } from './settings.api.ts';
import classes from './settings.module.css';

type Texts = Readonly<Record<string, string>>;
type Fields<Values extends Texts> = ReturnType<typeof useFormFields<Values>>;

interface SettingsFormProps<Values extends Texts> {
  readonly settings: Settings;
  /** What the fields begin with. */
  readonly begin: (settings: Settings) => Values;
  /** What they come to: changes, or what is wrong by field. */
  readonly read: (values: Values) => { changes: Changes } | { problems: Record<string, string> };
  readonly onClose: () => void;
  readonly children: (fields: Fields<Values>) => ReactNode;
}

/** A part of the settings in a dialog, as they were when it was opened. */
export const SettingsForm = <Values extends Texts>(props: SettingsFormProps<Values>) => {
  const { begin, read, onClose, children } = props;
  // What somebody else sets meanwhile is not overwritten: the version stays that of the beginning.
  const [{ version, blank }] = useState(() => ({
    version: props.settings.version,
    blank: begin(props.settings),
  }));
  const save = useSettingsChange((changes: Changes) => changeSettings(changes, version), onClose);
  const fields = useFormFields(blank, save.isPending);
  const { form, values, refuse } = fields;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const result = read(values);
    if ('problems' in result) refuse(result.problems as Parameters<typeof refuse>[0]);
    else
      save.mutate(result.changes, {
        onError: (error) => refuse(fieldErrors(error) as Parameters<typeof refuse>[0]),
      });
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {save.isError && (
        <Banner kind="error">
          {errorText(save.error, 'The settings could not be saved. Please try again.')}
        </Banner>
      )}
      <div className={classes['fields']}>{children(fields)}</div>
      <DialogActions>
        <Button variant="default" disabled={save.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
      </DialogActions>
    </form>
  );
};
