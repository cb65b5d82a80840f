import { Button, type ButtonProps, Modal } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import {
  type ComponentProps,
  type ComponentPropsWithRef,
  createContext,
  Fragment,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useFocusReturn } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../lib/error-text.ts';
import { type Needed, useMayCall } from '../lib/may-call.tsx';
import { refreshFirst } from '../lib/query.ts';
import { notifyError, notifySuccess } from './toasts.tsx';
import classes from './actions.module.css';

interface IconButtonProps
  extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  readonly icon: Icon;
  /** The call it makes or leads to; hidden from those who may not make it. */
  readonly needs?: Needed | undefined;
}

export const IconButton = ({ icon: Drawn, needs, ...props }: IconButtonProps) => {
  const may = useMayCall();
  return !needs || may(needs) ? (
    <Button leftSection={<Drawn size={18} stroke={1.75} aria-hidden />} {...props} />
  ) : null;
};

/**
 * Ignores the second click of a double click, which may find another button under the pointer: that of the next row, once
 * the first has taken its own away, or the one that confirms.
 */
export const onSingleClick =
  (act: () => void) =>
  ({ detail }: { readonly detail: number }): void => {
    if (detail < 2) act();
  };

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Keeps the dialog open: Escape, the backdrop and the cross do not close it. */
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

/** For the content of a dialog: returns how to close it. While `busy`, nothing else closes it. */
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

/** A dialog at most 500 pixels wide. Focuses its first field, unless another element has `data-autofocus`. */
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
      {/* Fading out, it takes no second Enter. */}
      <Modal.Content inert={!opened}>
        {/* Otherwise its <header> would be a second banner landmark besides the shell's. */}
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

/** Whether a dialog is open, how often it was, and what it is about, also while it fades out. */
const useOpened = <T,>() => {
  const [state, setState] = useState<{ about?: T; opened: boolean; times: number }>({
    opened: false,
    times: 0,
  });
  const open = useCallback(
    (about: T): void => setState(({ times }) => ({ about, opened: true, times: times + 1 })),
    [],
  );
  // A form may end when another one is open by then.
  const onClose = (): void =>
    setState((now) => (now.times === state.times ? { ...now, opened: false } : now));
  return { ...state, open, onClose };
};

/** The dialog about what was opened last, such as one row of a list. */
export const useDialogOf = <T,>(
  titleOf: (about: T) => string,
  contentOf: (about: T, close: () => void) => ReactNode,
) => {
  const { about, opened, times, open, onClose } = useOpened<T>();
  const dialog = (
    <Dialog opened={opened} onClose={onClose} title={about === undefined ? '' : titleOf(about)}>
      {about !== undefined && <Fragment key={times}>{contentOf(about, onClose)}</Fragment>}
    </Dialog>
  );
  return { open, dialog };
};

interface DialogButtonProps extends Omit<ComponentProps<typeof IconButton>, 'title'> {
  readonly label: string;
  /** Title of the dialog; the button's label by default. */
  readonly title?: string;
  /** Shows the icon alone. */
  readonly small?: true;
}

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

/** The buttons at the bottom of a dialog: Cancel first, the action last. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes['actions']}>{children}</div>
);

interface ConfirmDialogProps extends DialogProps {
  readonly confirmLabel: string;
  /** Focuses Cancel instead of the action. */
  readonly destructive?: boolean;
  readonly onConfirm: () => void;
}

/** A question with Cancel and one action. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { confirmLabel, destructive = false, onConfirm, children, ...dialog } = props;
  return (
    <Dialog {...dialog}>
      <div className={classes['message']}>{children}</div>
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
          onClick={onSingleClick(onConfirm)}
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
  /** The message of the success toast. */
  readonly done?: (reply: Reply, input: Input) => string;
  /** The message if the server gives none. */
  readonly failed: string;
  readonly onDone?: (reply: Reply, input: Input) => unknown;
  /** Paths for `refresh`, also refetched after a failure: what was on screen may be out of date. */
  readonly refreshes?: readonly string[];
  readonly onSettled?: () => unknown;
}

/** An action of a button; a toast reports the outcome. */
export const useAction = <Input = void, Reply = unknown>(action: Action<Input, Reply>) => {
  const client = useQueryClient();
  const { refreshes = [] } = action;
  return useMutation({
    mutationFn: action.run,
    onSuccess: async (reply, input) => {
      await action.onDone?.(reply, input);
      await refreshFirst(client, ...refreshes);
      if (action.done) notifySuccess(action.done(reply, input));
    },
    onError: (error) => {
      notifyError(errorText(error, action.failed));
      return refreshFirst(client, ...refreshes);
    },
    onSettled: () => action.onSettled?.(),
  });
};

/** The same after a confirmation: the props of a `ConfirmDialog`, and what it asks about, also while it fades out. */
export const useConfirm = <Input, Reply>(action: Action<Input, Reply>) => {
  const { about, opened, open: ask, onClose } = useOpened<Input>();
  const { mutate, isPending: busy } = useAction<Input, Reply>({
    ...action,
    onSettled: onClose,
  });
  const onConfirm = (): void => {
    if (about !== undefined) mutate(about);
  };
  return { about, ask, mutate, busy, dialog: { opened, onClose, busy, onConfirm } };
};

interface ConfirmButtonProps<Reply> extends Omit<
  ComponentProps<typeof IconButton>,
  'title' | 'onClick'
> {
  readonly label: string;
  /** The question, as the dialog's title. */
  readonly title: string;
  /** Label of the confirming button; the button's own label by default. */
  readonly confirmLabel?: string;
  readonly destructive?: true;
  readonly action: Action<true, Reply>;
}

/** A button whose action needs confirmation. */
export const ConfirmButton = <Reply,>(props: ConfirmButtonProps<Reply>) => {
  const { label, title, confirmLabel = label, destructive = false, action, ...rest } = props;
  const { children, disabled = false, ...button } = rest;
  const { ask, busy, dialog } = useConfirm(action);
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
  readonly busyLabel?: string;
  readonly run: () => Promise<unknown>;
  /** The message if the server gives none. */
  readonly failed: string;
}

/** A button that performs one action and is disabled while it runs. */
export const ActionButton = (props: ActionButtonProps) => {
  const { label, busyLabel = label, run, failed, disabled = false, ...button } = props;
  const { mutate, isPending } = useAction({ run, failed });
  return (
    <IconButton {...button} disabled={disabled || isPending} onClick={() => mutate()}>
      {isPending ? busyLabel : label}
    </IconButton>
  );
};
