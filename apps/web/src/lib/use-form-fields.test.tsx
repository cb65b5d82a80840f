import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useFormFields } from './use-form-fields.ts';

const AddBook = ({ busy }: { busy: boolean }) => {
  const { form, fieldProps, clear } = useFormFields({ title: '' }, busy);
  const { value, onChange } = fieldProps('title');
  return (
    <section aria-label="Dialog" tabIndex={-1}>
      <form ref={form}>
        <input aria-label="Title" value={value} onChange={onChange} />
        <button type="button" onClick={() => clear()}>
          Add
        </button>
      </form>
      <input aria-label="Find" />
    </section>
  );
};

const addAndWait = (meanwhile: () => void) => {
  const { rerender } = render(<AddBook busy={false} />);
  rerender(<AddBook busy />);
  fireEvent.click(screen.getByText('Add'));
  meanwhile();
  rerender(<AddBook busy={false} />);
};

it('focuses the first field after something was added', () => {
  addAndWait(() => undefined);
  expect(document.activeElement).toBe(screen.getByLabelText('Title'));
});

it('leaves the focus alone if the person types elsewhere meanwhile', () => {
  addAndWait(() => screen.getByLabelText('Find').focus());
  expect(document.activeElement).toBe(screen.getByLabelText('Find'));
});

it('focuses the field, too, if a second click on the button has put the focus on the dialog', () => {
  addAndWait(() => screen.getByLabelText('Dialog').focus());
  expect(document.activeElement).toBe(screen.getByLabelText('Title'));
});
