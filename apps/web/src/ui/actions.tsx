import { Button, type ButtonProps, Modal } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import {
  type ComponentProps,
  type ComponentPropsWithRef,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useFocusReturn } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../lib/error-text.ts';
import { type Needed, useMayCall } from '../lib/may-call.tsx';
import { refresh } from '../lib/query.ts';
import { notifyError, notifySuccess } from './toasts.tsx';
import classes from './actions.module.css';

interface IconButtonProps
  extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  readonly icon: Icon;
  /** The call it makes, or leads to: not drawn for who may not make it. */
  readonly needs?: Needed | undefined;
}

/** A button with an icon before its words. */
export const IconButton = ({ icon: Drawn, needs, ...props }: IconButtonProps) => {
  const may = useMayCall();
  return !needs || may(needs) ? (
    <Button leftSection={<Drawn size={18} stroke={1.75} aria-hidden />} {...props} />
  ) : null;
};

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Keeps it open: neither Escape nor the backdrop nor the cross closes it. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

const nothingHasFocus = (): boolean => {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
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

const focusFirstField = (body: HTMLElement | null): void => {
  if (body?.querySelector('[data-autofocus]')) return;
  const fields = ':is(input:not([hidden], [type=file]), select, textarea):enabled';
  body?.querySelector(fields)?.setAttribute('data-autofocus', '');
};

/** At most 500 wide. Its first field has the focus first, unless something else says `data-autofocus`. */
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
        <Modal.Body ref={focusFirstField}>
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
  /** The button is the icon alone. */
  readonly small?: true;
}

/** A button, and the dialog that it opens. */
export const DialogButton = (props: DialogButtonProps) => {
  const { label, title = label, small, children, ...button } = props;
  const [opened, setOpened] = useState(false);
  const { icon: Drawn } = button;
  const open = (): void => setOpened(true);
  const may = useMayCall();
  if (button.needs && !may(button.needs)) return null;
  return (
    <>
      {small ? (
        <Button variant="default" px={9} aria-label={label} title={label} onClick={open}>
          <Drawn size={18} stroke={1.75} aria-hidden />
        </Button>
      ) : (
        <IconButton {...button} onClick={open}>
          {label}
        </IconButton>
      )}
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

interface Action<Input, Reply> {
  readonly run: (input: Input) => Promise<Reply>;
  /** What is said once it is done. */
  readonly done?: (reply: Reply, input: Input) => string;
  /** Said where the server says nothing. */
  readonly failed: string;
  readonly onDone?: (reply: Reply, input: Input) => unknown;
  /** Paths as `refresh` takes them: also after a failure what was offered may be so no longer. */
  readonly refreshes?: readonly string[];
  readonly onSettled?: () => unknown;
}

/** What a button does; a toast says how it went. */
export const useAction = <Input = void, Reply = unknown>(action: Action<Input, Reply>) => {
  const client = useQueryClient();
  const { refreshes = [] } = action;
  return useMutation({
    mutationFn: action.run,
    onSuccess: (reply, input) => {
      if (action.done) notifySuccess(action.done(reply, input));
      return action.onDone?.(reply, input);
    },
    onError: (error) => notifyError(errorText(error, action.failed)),
    onSettled: () => Promise.all([action.onSettled?.(), refresh(client, ...refreshes)]),
  });
};

/** The same after a question: what `ConfirmDialog` needs, and what is asked about, also while it fades. */
export const useQuestion = <Input, Reply>(action: Action<Input, Reply>) => {
  const [opened, setOpened] = useState(false);
  const [asked, setAsked] = useState<Input>();
  const onClose = (): void => setOpened(false);
  const { mutate, isPending: busy } = useAction<Input, Reply>({
    ...action,
    run: (input) => action.run(input).finally(onClose),
  });
  const ask = (about: Input): void => {
    setAsked(about);
    setOpened(true);
  };
  const onConfirm = (): void => {
    if (asked !== undefined) mutate(asked);
  };
  return { asked, ask, mutate, busy, dialog: { opened, onClose, busy, onConfirm } };
};

interface QuestionButtonProps<Reply> extends Omit<
  ComponentProps<typeof IconButton>,
  'title' | 'onClick'
> {
  readonly label: string;
  /** The question, above what there is to know. */
  readonly title: string;
  /** Its answer; as the button unless given. */
  readonly confirmLabel?: string;
  readonly destructive?: true;
  readonly act: Action<true, Reply>;
}

/** A button for what is asked about first. */
export const QuestionButton = <Reply,>(props: QuestionButtonProps<Reply>) => {
  const { label, title, confirmLabel = label, destructive = false, act, ...rest } = props;
  const { children, disabled = false, ...button } = rest;
  const { ask, busy, dialog } = useQuestion(act);
  return (
    <>
      <IconButton {...button} disabled={disabled || busy} onClick={() => ask(true)}>
        {label}
      </IconButton>
      <ConfirmDialog
        {...dialog}
        destructive={destructive}
        title={title}
        confirmLabel={confirmLabel}
      >
        {children}
      </ConfirmDialog>
    </>
  );
};

interface ActionButtonProps extends Omit<ComponentProps<typeof IconButton>, 'onClick'> {
  readonly label: string;
  /** On it while it is busy. */
  readonly busyLabel?: string;
  readonly run: () => Promise<unknown>;
  /** Said where the server says nothing. */
  readonly failed: string;
}

/** A button that does one thing, and can do nothing else meanwhile. */
export const ActionButton = (props: ActionButtonProps) => {
  const { label, busyLabel = label, run, failed, disabled = false, ...button } = props;
  const { mutate, isPending } = useAction({ run, failed });
  return (
    <IconButton {...button} disabled={disabled || isPending} onClick={() => mutate()}>
      {isPending ? busyLabel : label}
    </IconButton>
  );
};
