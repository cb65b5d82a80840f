import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { useDialogOf } from './actions.tsx';
import { TextField } from './fields.tsx';
import { DialogForm } from './form.tsx';
import { useForm } from './use-form.ts';

const NameForm = ({ close }: { readonly close: () => void }) => {
  const { props, fieldProps } = useForm({
    draftKey: null,
    initial: { name: '' },
    send: () => Promise.resolve(null),
    onStored: close,
    refreshes: ['/terms'],
    failed: 'It could not be stored.',
  });
  return (
    <DialogForm {...props} action="Save">
      <TextField label="Name" {...fieldProps('name')} />
    </DialogForm>
  );
};

it('a dialog stays open that is opened while the list is read after the one before', async () => {
  let listIsRead: () => void = () => undefined;
  let reads = 0;
  const Terms = () => {
    useQuery({
      queryKey: ['/terms'],
      queryFn: () => {
        reads += 1;
        return reads === 1 ? 1 : new Promise((resolve) => (listIsRead = () => resolve(reads)));
      },
    });
    const { open, dialog } = useDialogOf(
      (term: string) => `Edit ${term}`,
      (_, close) => <NameForm close={close} />,
    );
    return (
      <>
        <h1>Terms</h1>
        <button onClick={() => open('Spring')}>Spring</button>
        <button onClick={() => open('Autumn')}>Autumn</button>
        {dialog}
      </>
    );
  };
  const { client } = await renderPage(Terms);
  await userEvent.click(screen.getByRole('button', { name: 'Spring' }));
  await userEvent.type(await screen.findByLabelText('Name'), 'Typed for spring');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(reads).toBe(2));
  await userEvent.click(screen.getByRole('button', { name: 'Autumn' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('');
  listIsRead();
  await waitFor(() => expect(client.isMutating()).toBe(0));
  expect(screen.getByRole('dialog', { name: 'Edit Autumn' })).toBeDefined();
});
