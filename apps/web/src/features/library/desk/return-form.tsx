import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatDay } from '../../../lib/day.ts';
import { fieldErrors } from '../../../lib/error-text.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { refreshLibrary, takeBack } from '../library.api.ts';
import classes from '../library.module.css';

const blank = { item: '', univId: '' };
type Returned = Awaited<ReturnType<typeof takeBack>>;

/** What came back, and above all for whom it is to be put aside. */
export const returnedWords = ({ loan, heldFor }: Returned): string => {
  const back = `${loan.title} (${loan.copyCode}) is back from ${loan.personName}.`;
  return heldFor
    ? `${back} Put it aside for ${heldFor.personName}${heldFor.heldUntil ? ` until ${formatDay(heldFor.heldUntil)}` : ''}.`
    : back;
};

/** A book that comes back: one field, and the person only where an ISBN does not say enough. */
export const ReturnForm = () => {
  const client = useQueryClient();
  const [said, setSaid] = useState<{ kind: 'success' | 'error'; text: string } | null>(null);
  const [asksWhose, setAsksWhose] = useState(false);
  const save = useMutation({
    mutationFn: ({ item, univId }: typeof blank) =>
      takeBack({ item, ...(univId.trim() !== '' && { univId }) }),
    onSuccess: async (returned) => {
      setSaid({ kind: 'success', text: returnedWords(returned) });
      setAsksWhose(false);
      clear();
      await refreshLibrary(client);
    },
    onError: (error) => {
      if ('univId' in fieldErrors(error)) setAsksWhose(true);
      const text = refuseBy(error, 'The book could not be taken back. Please try again.');
      setSaid(text ? { kind: 'error', text } : null);
    },
  });
  const busy = save.isPending;
  const { form, values, field, refuse, refuseBy, clear } = useFormFields(blank, busy);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setSaid(null);
    if (values.item.trim()) save.mutate(values);
    else refuse({ item: 'Copy or ISBN is missing' });
  };
  return (
    <Card title="Return">
      <form ref={form} noValidate onSubmit={submit}>
        {said && (
          <div className={classes['above']}>
            <Banner kind={said.kind} onDismiss={() => setSaid(null)}>
              {said.text}
            </Banner>
          </div>
        )}
        <fieldset disabled={busy} className={classes['fields']}>
          <TextField
            label="Copy or ISBN"
            required
            autoComplete="off"
            placeholder="12-1"
            {...field('item')}
          />
          {asksWhose && <TextField label="University ID" autoComplete="off" {...field('univId')} />}
        </fieldset>
        <Button type="submit" fullWidth className={classes['submit'] ?? ''} disabled={busy}>
          {busy ? 'Taking back...' : 'Return Book'}
        </Button>
      </form>
    </Card>
  );
};
