import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../lib/error-text.ts';
import { refresh } from '../lib/query.ts';
import { notifyError, notifySuccess } from './toasts.tsx';

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
