import type { RecordChange } from '@campus/contract';
import type { FormEventHandler, ReactNode, Ref } from 'react';
import { Button, type ButtonProps } from '@mantine/core';
import { Banner } from './banner.tsx';
import { DialogActions, useDialog } from './dialog.tsx';
import { RecordConflict } from './record-conflict.tsx';
import classes from './form.module.css';

interface FormProps {
  readonly form: Ref<HTMLFormElement>;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  /** Nothing can be changed or sent again meanwhile. */
  readonly busy: boolean;
  /** What went wrong with all of it, in a sentence; empty for nothing. */
  readonly problem: string;
  readonly onDismiss?: (() => void) | undefined;
  /** What others have stored meanwhile, and what its fields are called. */
  readonly changes?: readonly RecordChange[];
  readonly labels?: Readonly<Record<string, string>>;
  /** On the button; without it there is nothing to send. */
  readonly action?: string;
  readonly busyAction?: string;
  /** The fields. */
  readonly children: ReactNode;
}

const Form = (props: FormProps & { readonly lead: ReactNode; readonly foot: ReactNode }) => {
  const { form, onSubmit, busy, problem, onDismiss, changes = [], labels = {} } = props;
  return (
    <form ref={form} noValidate onSubmit={onSubmit}>
      {props.lead}
      {changes.length > 0 && !busy && (
        <div className={classes['above']}>
          <RecordConflict changes={changes} labels={labels} />
        </div>
      )}
      {problem && (
        <div className={classes['above']}>
          <Banner kind="error" {...(onDismiss && { onDismiss })}>
            {problem}
          </Banner>
        </div>
      )}
      <fieldset disabled={busy} className={classes['fields']}>
        {props.children}
      </fieldset>
      {props.foot}
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
