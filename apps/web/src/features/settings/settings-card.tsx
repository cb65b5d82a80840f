import { type BodyIn, logoProblem, overview, type Settings, settings } from '@campus/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { IconPencil, IconPhoto, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { May } from '../../lib/may-call.tsx';
import { isConflict } from '../../lib/call-error.ts';
import { institutionQuery, logoUrl } from '../../lib/institution.ts';
import { invalidate, queryOf, refresh } from '../../lib/query.ts';
import { notifyError, notifySuccess } from '../../ui/toasts.tsx';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { DialogForm } from '../../ui/form.tsx';
import { useForm } from '../../ui/use-form.ts';
import type { FieldProblems } from '../../lib/use-form-fields.ts';
import { Card } from '../../ui/page.tsx';
import { ConfirmDialog, DialogButton, IconButton } from '../../ui/actions.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import classes from './settings.module.css';

export const settingsQuery = queryOf(settings.readSettings);
export const historyQuery = queryOf(settings.settingsHistory);

/** Updates every screen that shows a setting after a change was stored. */
const showSettings = (client: QueryClient, stored: Settings): void => {
  client.setQueryData(settingsQuery.queryKey, stored);
  client.setQueryData(institutionQuery.queryKey, stored.institution);
  const { settingsHistory } = settings;
  void refresh(client, settingsHistory.path, overview.campus.path, '/identity/password-rules');
  notifySuccess('Settings saved.');
};

/** After a conflict, reads what others have set meanwhile. */
const readAfterConflict = (client: QueryClient, error: unknown): void => {
  if (isConflict(error)) void invalidate(client, { queryKey: settingsQuery.queryKey });
};

type Texts = Readonly<Record<string, string>>;
type Fields<Values extends Texts> = ReturnType<typeof useForm<Values, Settings>>;

export interface FormProps<Values extends Texts> {
  readonly title: string;
  readonly now: Settings;
  /** Initial values of the fields. */
  readonly begin: Values;
  readonly check?: (values: Values) => FieldProblems<Values> & { readonly form?: string };
  readonly onChecked?: () => void;
  /** Turns valid values into the request body. */
  readonly read: (values: Values) => BodyIn<typeof settings.changeSettings>;
  readonly renderFields: (fields: Fields<Values>) => ReactNode;
}

/** A part of the settings as it was when opened, to be edited in a dialog. */
export const useSettingsForm = <Values extends Texts>(props: FormProps<Values>) => {
  const { title, now, begin, check, onChecked, read } = props;
  const client = useQueryClient();
  return useForm<Values, Settings>({
    draftKey: `settings ${title}`,
    initial: begin,
    version: now.version,
    check: (values) => check?.(values) ?? {},
    ...(onChecked && { onChecked }),
    send: (values, { version }) =>
      call(settings.changeSettings, { body: read(values), ifMatch: version }),
    onStored: (stored) => showSettings(client, stored),
    failed: 'The settings could not be saved. Please try again.',
    alwaysShowsMessage: true,
    onRefused: (error, message) => {
      readAfterConflict(client, error);
      return message;
    },
  });
};

const Form = <Values extends Texts>(props: FormProps<Values>) => {
  const form = useSettingsForm(props);
  return (
    <DialogForm {...form.props} action="Save">
      {props.renderFields(form)}
    </DialogForm>
  );
};

interface CardProps<Values extends Texts> extends FormProps<Values> {
  /** The form, if it is more than its fields. */
  readonly renderForm?: ((props: FormProps<Values>) => ReactNode) | undefined;
  readonly children: ReactNode;
}

/** A part of the settings, with a form to change it. */
export const SettingsCard = <Values extends Texts>(props: CardProps<Values>) => {
  const { children, renderForm = (form) => <Form {...form} />, ...form } = props;
  return (
    <Card
      title={form.title}
      actions={
        <DialogButton
          needs={settings.changeSettings}
          icon={IconPencil}
          variant="light"
          label={`Edit ${form.title.toLowerCase()}`}
          title={form.title}
        >
          {renderForm(form)}
        </DialogButton>
      }
    >
      {children}
    </Card>
  );
};

/** The logo, stored as soon as a file is chosen. */
export const LogoCard = ({ settings: now }: { readonly settings: Settings }) => {
  const [problem, setProblem] = useState('');
  const [removing, setRemoving] = useState(false);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (file: File | null) => {
      const seen = now.version;
      if (!file) return call(settings.removeLogo, { ifMatch: seen });
      const form = new FormData();
      form.append('image', file);
      return call(settings.uploadLogo, { form, ifMatch: seen });
    },
    onSuccess: (stored) => showSettings(client, stored),
    onError: (error, file) => {
      readAfterConflict(client, error);
      const say = file ? setProblem : notifyError;
      say(errorText(error, 'The logo could not be saved. Please try again.'));
    },
    onSettled: () => setRemoving(false),
  });
  const { logo } = now.institution;
  const store = (file: File | null): void => {
    const wrong = file && logoProblem(file);
    setProblem(wrong ?? '');
    if (!wrong) change.mutate(file);
  };
  return (
    <Card title="Logo">
      <div className={classes['logo']}>
        {logo ? (
          <img src={logoUrl(logo)} alt="Logo of the institution" />
        ) : (
          <p>There is no logo yet. The Campus logo is shown instead.</p>
        )}
      </div>
      <div className={classes['buttons']}>
        <May call={settings.uploadLogo}>
          <FileButton
            label="Logo"
            accept="image/jpeg,image/png"
            variant="light"
            leftSection={<IconPhoto size={18} stroke={1.75} aria-hidden />}
            disabled={change.isPending}
            error={problem}
            onChoose={([file]) => store(file)}
          >
            {change.isPending ? 'Uploading...' : logo ? 'Change logo' : 'Choose logo'}
          </FileButton>
        </May>
        {logo && (
          <IconButton
            icon={IconTrash}
            needs={settings.removeLogo}
            variant="subtle"
            color="brick"
            disabled={change.isPending}
            onClick={() => setRemoving(true)}
          >
            Remove logo
          </IconButton>
        )}
      </div>
      <p className={classes['hint']}>
        JPEG or PNG, at most 2 MB. Everybody can see it, also before signing in.
      </p>
      <ConfirmDialog
        opened={removing}
        title="Remove logo"
        confirmLabel="Remove"
        busy={change.isPending}
        onConfirm={() => store(null)}
        onClose={() => setRemoving(false)}
      >
        The logo disappears from every screen. You can choose another one at any time.
      </ConfirmDialog>
    </Card>
  );
};
