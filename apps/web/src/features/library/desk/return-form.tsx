import { useState } from 'react';
import { formatDay } from '../../../lib/day.ts';
import { fieldErrors } from '../../../lib/error-text.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { CardForm } from '../../../ui/form.tsx';
import { libraryPaths, takeBack } from '../library.api.ts';

type Returned = Awaited<ReturnType<typeof takeBack>>;

/** What came back, and above all for whom it is to be put aside. */
export const returnedText = ({ loan, heldFor }: Returned): string => {
  const back = `${loan.title} (${loan.copyCode}) is back from ${loan.personName}.`;
  return heldFor
    ? `${back} Put it aside for ${heldFor.personName}${heldFor.heldUntil ? ` until ${formatDay(heldFor.heldUntil)}` : ''}.`
    : back;
};

/** A book that comes back: one field, and the person only where an ISBN does not say enough. */
export const ReturnForm = () => {
  const [asksWhose, setAsksWhose] = useState(false);
  const { field, save, props } = useForm({
    opened: { item: '', univId: '' },
    check: ({ item }) => ({ item: !item.trim() && 'Copy or ISBN is missing' }),
    send: ({ item, univId }) => takeBack({ item, ...(univId.trim() !== '' && { univId }) }),
    clears: true,
    onStored: () => setAsksWhose(false),
    refreshes: libraryPaths,
    failed: 'The book could not be taken back. Please try again.',
    onRefused: (error, said) => {
      if ('univId' in fieldErrors(error)) setAsksWhose(true);
      return said;
    },
  });
  return (
    <Card title="Return">
      <CardForm
        {...props}
        above={
          save.data && (
            <Banner kind="success" onDismiss={save.reset}>
              {returnedText(save.data)}
            </Banner>
          )
        }
        action="Return Book"
        busyAction="Taking back..."
      >
        <TextField
          label="Copy or ISBN"
          required
          autoComplete="off"
          placeholder="12-1"
          {...field('item')}
        />
        {asksWhose && <TextField label="University ID" autoComplete="off" {...field('univId')} />}
      </CardForm>
    </Card>
  );
};
