import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../lib/error-text.ts';
import { notifyError, notifySuccess } from '../../ui/toasts.tsx';
import { refreshLibrary } from './library.api.ts';

/** One action of a button in a list: what is said after it, and everything of the library anew. */
export const useLibraryAction = <Input, Reply>(
  action: (input: Input) => Promise<Reply>,
  words: { readonly done: (reply: Reply) => string; readonly failed: string },
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: action,
    onSuccess: (reply) => notifySuccess(words.done(reply)),
    onError: (error) => notifyError(errorText(error, words.failed)),
    onSettled: () => refreshLibrary(client),
  });
};
