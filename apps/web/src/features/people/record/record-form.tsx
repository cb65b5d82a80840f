import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useLeaveGuard } from '../../../lib/use-leave-guard.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import type { RecordLabels } from '../../../ui/record-edit/draft.ts';
import { ContestedFields } from '../../../ui/record-edit/contested-fields.tsx';
import type { RecordForm as Form } from '../../../ui/record-edit/use-record-edit.ts';
import classes from './record-form.module.css';

interface RecordFormProps {
  readonly edit: Form;
  readonly words: RecordLabels;
  readonly title: string;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** The frame of a record's form: what is wrong above it, Cancel and Save below, and a question before typed text is left. */
export const RecordForm = ({ edit, words, title, onCancel, children }: RecordFormProps) => {
  const { values, choose, dirty } = edit;
  const { form, onSubmit, busy, problem, onDismiss, changes } = edit.props;
  const leaving = useLeaveGuard(dirty);
  return (
    <Card title={title}>
      <form ref={form} noValidate onSubmit={onSubmit} className={classes['form']}>
        {changes.length > 0 && (
          // Another conflict is a panel of its own, which takes the focus.
          <ContestedFields
            key={changes[0]?.version}
            words={words}
            contested={changes}
            values={values}
            onChoose={choose}
          />
        )}
        {problem && (
          <div className={classes['problem']}>
            <Banner kind="error" onDismiss={onDismiss}>
              {problem}
            </Banner>
          </div>
        )}
        {children}
        <div className={classes['actions']}>
          <Button variant="default" size="md" onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" size="md" disabled={busy}>
            {busy ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        opened={leaving.asking}
        title="Leave without saving?"
        confirmLabel="Leave"
        onConfirm={leaving.confirm}
        onClose={leaving.stay}
      >
        What you have typed into this record is not stored yet.
      </ConfirmDialog>
    </Card>
  );
};
