import { Button, Modal } from '@mantine/core';
import { useFocusReturn } from '@mantine/hooks';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { IconButton } from './icon-button.tsx';
import classes from './dialog.module.css';

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Keeps it open: neither Escape nor the backdrop nor the cross closes it. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** A frame takes it by itself when its viewer has started, and gives it back too late to be seen. */
const nothingHasFocus = (): boolean => {
  const { activeElement, body } = document;
  return (
    activeElement === null || activeElement === body || activeElement instanceof HTMLIFrameElement
  );
};

interface DialogControl {
  readonly onClose: () => void;
  readonly onBusy: (busy: boolean) => void;
}

export const DialogContext = createContext<DialogControl | null>(null);

/** For what stands in a dialog: how to close it. While `busy` nobody else does. */
export const useDialog = (busy: boolean) => {
  const dialog = useContext(DialogContext);
  const onBusy = dialog?.onBusy;
  useEffect(() => {
    onBusy?.(busy);
    return () => onBusy?.(false);
  }, [busy, onBusy]);
  return dialog?.onClose;
};

/** At most 500 wide. Put `data-autofocus` on what should have the focus first. */
export const Dialog = ({ opened, onClose, title, children, ...props }: DialogProps) => {
  const [contentBusy, onBusy] = useState(false);
  const busy = props.busy === true || contentBusy;
  const control = useMemo(() => ({ onClose, onBusy }), [onClose]);
  const returnFocus = useFocusReturn({ opened });
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      onExitTransitionEnd={() => {
        if (nothingHasFocus()) returnFocus();
      }}
      closeOnEscape={!busy}
      closeOnClickOutside={!busy}
      transitionProps={{ transition: 'fade-up', duration: 240 }}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* A <header> of its own would be a second banner landmark beside the shell's. */}
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" disabled={busy} />
        </Modal.Header>
        <Modal.Body>
          <DialogContext value={control}>{children}</DialogContext>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};

interface DialogButtonProps extends Omit<ComponentProps<typeof IconButton>, 'title'> {
  readonly label: string;
  /** Of the dialog; as the button unless given. */
  readonly title?: string;
}

/** A button, and the dialog that it opens. */
export const DialogButton = ({ label, title = label, children, ...button }: DialogButtonProps) => {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <IconButton {...button} onClick={() => setOpened(true)}>
        {label}
      </IconButton>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={title}>
        {children}
      </Dialog>
    </>
  );
};

/** The foot of a dialog: Cancel first, the action last. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes['actions']}>{children}</div>
);

interface ConfirmDialogProps extends DialogProps {
  readonly confirmLabel: string;
  /** Much is at stake: a key pressed once too often cancels. */
  readonly destructive?: boolean;
  readonly onConfirm: () => void;
}

/** A question with Cancel and one answer. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { confirmLabel, destructive = false, onConfirm, children, ...dialog } = props;
  return (
    <Dialog {...dialog}>
      <div className={classes['question']}>{children}</div>
      <DialogActions>
        <Button
          variant="default"
          onClick={dialog.onClose}
          disabled={dialog.busy ?? false}
          data-autofocus={destructive || undefined}
        >
          Cancel
        </Button>
        <Button
          onClick={onConfirm}
          disabled={dialog.busy ?? false}
          data-autofocus={!destructive || undefined}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
