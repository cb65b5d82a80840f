import type { Settings } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { errorText, fieldErrors } from '../../lib/error-text.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { type Changes, changeSettings, useSettingsChange } from './settings.api.ts';
import classes from './settings.module.css';

type Texts = Readonly<Record<string, string>>;
type Fields<Values extends Texts> = ReturnType<typeof useFormFields<Values>>;

interface FormProps<Values extends Texts> {
  readonly settings: Settings;
  /** What the fields begin with. */
  readonly begin: Values;
  /** What they come to: changes, or what is wrong by field. */
  readonly read: (values: Values) => { changes: Changes } | { problems: Record<string, string> };
  readonly renderFields: (fields: Fields<Values>) => ReactNode;
}

/** Props of a checkbox, which is a text of the form: blank where it is not checked. */
export const checkOf = <Values extends Texts>(
  { textOf, values }: Fields<Values>,
  field: keyof Values & string,
) => {
  const { onText, name } = textOf(field);
  return {
    name,
    checked: values[field] !== '',
    onChange: (event: { currentTarget: { checked: boolean } }) =>
      onText(event.currentTarget.checked ? 'yes' : ''),
  };
};

/** A part of the settings in a dialog, as they were when it was opened. */
const Form = <Values extends Texts>(
  props: FormProps<Values> & { readonly onClose: () => void },
) => {
  const { read, onClose, renderFields } = props;
  // What others set meanwhile is not overwritten: the version stays that of the beginning.
  const [{ version, blank }] = useState(() => ({
    version: props.settings.version,
    blank: props.begin,
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
      <div className={classes['fields']}>{renderFields(fields)}</div>
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

/** A part of the settings as it is, and the form to change it. */
export const SettingsCard = <Values extends Texts>({
  title,
  children,
  ...form
}: FormProps<Values> & { readonly title: string; readonly children: ReactNode }) => {
  const [opened, setOpened] = useState(false);
  const close = (): void => setOpened(false);
  return (
    <Card
      title={title}
      actions={
        <Button
          variant="light"
          leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          {`Edit ${title.toLowerCase()}`}
        </Button>
      }
    >
      {children}
      <Dialog opened={opened} onClose={close} title={title}>
        <Form {...form} onClose={close} />
      </Dialog>
    </Card>
  );
};
