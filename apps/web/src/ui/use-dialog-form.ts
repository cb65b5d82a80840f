import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type FieldProblems, useFormFields } from '../lib/use-form-fields.ts';

interface DialogFormOptions<Values, Sent, Stored> {
  readonly opened: Values;
  /** The dialog cannot be closed meanwhile. */
  readonly onBusy: (busy: boolean) => void;
  /** What is to be sent, or what is wrong with it: sentences by field, or one for the whole form. */
  readonly read: (
    values: Values,
    form: HTMLFormElement,
  ) =>
    | { readonly send: Sent }
    | { readonly wrong: FieldProblems<Values>; readonly because?: string };
  readonly send: (sent: Sent) => Promise<Stored>;
  readonly onStored: (stored: Stored) => void;
  /** Said where the server says nothing. */
  readonly failed: string;
  /** Answers whether it has dealt with a refusal itself. */
  readonly onRefused?: (error: unknown) => boolean;
}

/** A form in a dialog that makes one call: its fields, and what `DialogForm` needs to know. */
export const useDialogForm = <Values extends Readonly<Record<string, string>>, Sent, Stored>(
  options: DialogFormOptions<Values, Sent, Stored>,
) => {
  const { opened, onBusy, read, send, onStored, failed, onRefused } = options;
  const [problem, setProblem] = useState('');
  const mutation = useMutation({
    mutationFn: send,
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: onStored,
    onError: (error) => {
      if (!onRefused?.(error)) setProblem(fields.refuseBy(error, failed));
    },
  });
  const busy = mutation.isPending;
  const fields = useFormFields(opened, busy);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    const ready = read(fields.values, event.currentTarget);
    setProblem('because' in ready ? (ready.because ?? '') : '');
    if ('send' in ready) mutation.mutate(ready.send);
    else fields.refuse(ready.wrong);
  };
  return { ...fields, props: { form: fields.form, onSubmit, busy, problem } };
};
