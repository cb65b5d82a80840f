import { type BodyIn, type Settings, settings } from '@campus/contract';
import { IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useForm } from '../../lib/use-form.ts';
import type { FieldProblems } from '../../lib/use-form-fields.ts';
import { Card } from '../../ui/card.tsx';
import { DialogButton } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form.tsx';
import { readAfterConflict, showSettings } from './settings.api.ts';

type Texts = Readonly<Record<string, string>>;
type Fields<Values extends Texts> = ReturnType<typeof useForm<Values, Settings>>;

interface FormProps<Values extends Texts> {
  readonly now: Settings;
  /** What the fields begin with. */
  readonly begin: Values;
  /** What is wrong, by field. */
  readonly check?: (values: Values) => FieldProblems<Values>;
  /** What the fields come to, where nothing is wrong. */
  readonly read: (values: Values) => BodyIn<typeof settings.changeSettings>;
  readonly renderFields: (fields: Fields<Values>) => ReactNode;
}

const failed = 'The settings could not be saved. Please try again.';

/** A part of the settings in a dialog, as they were when it was opened. */
const Form = <Values extends Texts>(props: FormProps<Values>) => {
  const { now, begin, check, read, renderFields } = props;
  const client = useQueryClient();
  const form = useForm<Values, Settings>({
    opened: begin,
    version: now.version,
    check: (values) => check?.(values) ?? {},
    send: (values, { version }) =>
      call(settings.changeSettings, { body: read(values), seen: version }),
    onStored: (stored) => showSettings(client, stored),
    failed,
    onRefused: (error) => {
      readAfterConflict(client, error);
      return errorText(error, failed);
    },
  });
  return (
    <DialogForm {...form.props} action="Save">
      {renderFields(form)}
    </DialogForm>
  );
};

/** A part of the settings as it is, and the form to change it. */
export const SettingsCard = <Values extends Texts>({
  title,
  children,
  ...form
}: FormProps<Values> & { readonly title: string; readonly children: ReactNode }) => (
  <Card
    title={title}
    actions={
      <DialogButton
        icon={IconPencil}
        variant="light"
        label={`Edit ${title.toLowerCase()}`}
        title={title}
      >
        <Form {...form} />
      </DialogButton>
    }
  >
    {children}
  </Card>
);
