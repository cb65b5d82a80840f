import { Button, type ButtonProps } from '@mantine/core';
import type { FormEventHandler, ReactNode, Ref } from 'react';
import { DialogActions, useDialog } from './actions.tsx';
import { Banner } from './banner.tsx';
import { type DraftOffer, DraftNotice } from './draft-notice.tsx';
import { type Conflict, RecordConflict } from './record-conflict.tsx';
import type { RecordLabels } from './use-record-edit.ts';
import classes from './form.module.css';

interface MessagesProps extends Partial<RecordLabels> {
  /** The message for the whole form; empty if there is none. */
  readonly problem: string;
  readonly onDismiss?: (() => void) | undefined;
  /** What others have stored meanwhile. */
  readonly conflict?: Conflict;
  /** An earlier draft kept on this device. */
  readonly offer?: DraftOffer;
}

/** The messages above a form's fields. */
export const FormMessages = ({ problem, onDismiss, conflict, offer, ...words }: MessagesProps) => (
  <>
    {offer && (offer.startedAt !== null || offer.inOtherTab) && (
      <div className={classes['above']}>
        <DraftNotice {...offer} />
      </div>
    )}
    {conflict && conflict.changes.length > 0 && (
      // A further conflict is a new panel, which takes the focus.
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
  /** The form is being sent: it can be neither changed nor sent again. */
  readonly busy: boolean;
  /** Label of the button; without it there is no button. */
  readonly action?: string;
  readonly busyAction?: string;
  readonly children: ReactNode;
}

const actionLabel = ({ busy, action, busyAction = 'Saving...' }: FormProps) =>
  busy ? busyAction : action;

/** A form with its messages above the fields, and content before and after them. */
export const Form = (
  props: FormProps & { readonly lead: ReactNode; readonly footer: ReactNode },
) => {
  const { form, onSubmit, busy, lead, footer, children, ...messages } = props;
  return (
    <form ref={form} noValidate onSubmit={onSubmit}>
      {lead}
      <FormMessages {...messages} />
      <fieldset disabled={busy} className={classes['fields']}>
        {children}
      </fieldset>
      {footer}
    </form>
  );
};

interface DialogFormProps extends FormProps {
  readonly lead?: ReactNode;
  /** Another action, before Cancel. */
  readonly extraAction?: ReactNode;
}

/** A form in a dialog, which stays open while busy: introduction, fields, Cancel and one action. */
export const DialogForm = ({ lead, extraAction, ...props }: DialogFormProps) => {
  const { busy, action, offer } = props;
  const close = useDialog(busy);
  // Cancel deletes the draft. Escape, the cross and a click outside keep it.
  const cancel = (): void => {
    offer?.onDiscard();
    close?.();
  };
  return (
    <Form
      {...props}
      onDismiss={undefined}
      lead={lead && <p className={classes['lead']}>{lead}</p>}
      footer={
        <DialogActions>
          {extraAction}
          <Button variant="default" onClick={cancel} disabled={busy}>
            {action ? 'Cancel' : 'Close'}
          </Button>
          {action && (
            <Button type="submit" disabled={busy}>
              {actionLabel(props)}
            </Button>
          )}
        </DialogActions>
      }
    />
  );
};

interface CardFormProps extends FormProps {
  readonly above?: ReactNode;
  readonly button?: ButtonProps;
}

/** A form that is always shown, with one button below its fields. */
export const CardForm = ({ above, button, ...props }: CardFormProps) => {
  const { busy } = props;
  return (
    <div className={classes['card']}>
      <Form
        {...props}
        lead={above && <div className={classes['above']}>{above}</div>}
        footer={
          <Button
            type="submit"
            fullWidth
            className={classes['submit'] ?? ''}
            disabled={busy}
            {...button}
          >
            {actionLabel(props)}
          </Button>
        }
      />
    </div>
  );
};

interface FieldPairProps {
  /** The first field is narrower. */
  readonly narrowFirst?: true;
  readonly children: ReactNode;
}

/** Two short fields side by side, one below the other on a phone. */
export const FieldPair = ({ narrowFirst, children }: FieldPairProps) => (
  <div className={classes['pair']} data-narrow-first={narrowFirst}>
    {children}
  </div>
);
