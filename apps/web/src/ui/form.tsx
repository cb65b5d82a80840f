import type { FormEventHandler, ReactNode, Ref } from 'react';
import { Button, type ButtonProps } from '@mantine/core';
import { Banner } from './banner.tsx';
import { DialogActions, useDialog } from './dialog.tsx';
import { type Conflict, RecordConflict } from './record-conflict.tsx';
import type { RecordLabels } from './use-record-edit.ts';
import classes from './form.module.css';

interface MessagesProps extends Partial<RecordLabels> {
  /** What went wrong with all of it, in a sentence; empty for nothing. */
  readonly problem: string;
  readonly onDismiss?: (() => void) | undefined;
  /** What others have stored meanwhile. */
  readonly conflict?: Conflict;
}

/** What is to be said above a form's fields. */
export const FormMessages = ({ problem, onDismiss, conflict, ...words }: MessagesProps) => (
  <>
    {conflict && conflict.changes.length > 0 && (
      // Another conflict is a panel of its own, which takes the focus.
      <div className={classes['above']} key={conflict.changes[0]?.version}>
        <RecordConflict {...conflict} {...words} />
      </div>
    )}
    {problem && (
      <div className={classes['above']}>
        <Banner kind="error" {...(onDismiss && { onDismiss })}>
          {problem}
        </Banner>
      </div>
    )}
  </>
);

interface FormProps extends MessagesProps {
  readonly form: Ref<HTMLFormElement>;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  /** Nothing can be changed or sent again meanwhile. */
  readonly busy: boolean;
  /** On the button; without it there is nothing to send. */
  readonly action?: string;
  readonly busyAction?: string;
  /** The fields. */
  readonly children: ReactNode;
}

/** A form: what is to be said above its fields, and what stands before and after them. */
export const Form = (props: FormProps & { readonly lead: ReactNode; readonly foot: ReactNode }) => {
  const { form, onSubmit, busy, lead, foot, children, ...messages } = props;
  return (
    <form ref={form} noValidate onSubmit={onSubmit}>
      {lead}
      <FormMessages {...messages} />
      <fieldset disabled={busy} className={classes['fields']}>
        {children}
      </fieldset>
      {foot}
    </form>
  );
};

interface DialogFormProps extends FormProps {
  readonly lead?: ReactNode;
  /** Another action, before Cancel. */
  readonly beside?: ReactNode;
}

/** A form in a dialog, which stays open while it is busy: what it is about, fields, Cancel and one action. */
export const DialogForm = ({ lead, beside, ...props }: DialogFormProps) => {
  const { busy, action, busyAction = 'Saving...' } = props;
  const close = useDialog(busy);
  return (
    <Form
      {...props}
      onDismiss={undefined}
      lead={lead && <p className={classes['lead']}>{lead}</p>}
      foot={
        <DialogActions>
          {beside}
          <Button variant="default" onClick={close} disabled={busy}>
            {action ? 'Cancel' : 'Close'}
          </Button>
          {action && (
            <Button type="submit" disabled={busy}>
              {busy ? busyAction : action}
            </Button>
          )}
        </DialogActions>
      }
    />
  );
};

interface CardFormProps extends FormProps {
  readonly above?: ReactNode;
  /** How else the button looks. */
  readonly button?: ButtonProps;
}

/** A form that is always there, with one button below its fields. */
export const CardForm = ({ above, button, ...props }: CardFormProps) => {
  const { busy, action, busyAction } = props;
  return (
    <div className={classes['card']}>
      <Form
        {...props}
        lead={above && <div className={classes['above']}>{above}</div>}
        foot={
          <Button
            type="submit"
            fullWidth
            className={classes['submit'] ?? ''}
            disabled={busy}
            {...button}
          >
            {busy ? busyAction : action}
          </Button>
        }
      />
    </div>
  );
};

/** Two short fields side by side, one below the other on a phone. */
export const FieldPair = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes['pair']}>{children}</div>
);
