import type { FormEventHandler, ReactNode, Ref } from 'react';
import { Button } from '@mantine/core';
import { Banner } from './banner.tsx';
import { DialogActions } from './dialog.tsx';
import classes from './dialog-form.module.css';

interface DialogFormProps {
  readonly form: Ref<HTMLFormElement>;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly onClose: () => void;
  /** Nothing can be changed, sent again or closed meanwhile. */
  readonly busy: boolean;
  /** What went wrong with all of it, in a sentence; empty for nothing. */
  readonly problem: string;
  /** What it is about, in a sentence. */
  readonly lead?: ReactNode;
  /** Stands above the fields, as changes of somebody else. */
  readonly above?: ReactNode;
  readonly action: string;
  readonly busyAction?: string;
  /** The fields. */
  readonly children: ReactNode;
}

/** A form in a dialog: problems, fields, Cancel and one action. */
export const DialogForm = (props: DialogFormProps) => {
  const { form, onSubmit, onClose, busy, problem, lead, above, children } = props;
  const { action, busyAction = 'Saving...' } = props;
  return (
    <form ref={form} noValidate onSubmit={onSubmit}>
      {lead && <p className={classes['lead']}>{lead}</p>}
      {above && <div className={classes['above']}>{above}</div>}
      {problem && (
        <div className={classes['above']}>
          <Banner kind="error">{problem}</Banner>
        </div>
      )}
      <fieldset disabled={busy} className={classes['fields']}>
        {children}
      </fieldset>
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? busyAction : action}
        </Button>
      </DialogActions>
    </form>
  );
};

/** Two short fields side by side, one below the other on a phone. */
export const FieldPair = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes['pair']}>{children}</div>
);
