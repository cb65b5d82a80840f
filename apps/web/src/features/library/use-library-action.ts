import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../ui/use-action.ts';
import { refreshLibrary } from './library.api.ts';

/** One action of a button in a list; everything of the library is read again after it. */
export const useLibraryAction = <Input, Reply>(
  run: (input: Input) => Promise<Reply>,
  words: { readonly done: (reply: Reply) => string; readonly failed: string },
) => {
  const client = useQueryClient();
  return useAction({ run, ...words, onSettled: () => refreshLibrary(client) });
};
