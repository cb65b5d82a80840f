import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CardForm, DialogForm } from './form.tsx';

test.each([CardForm, DialogForm])(
  'while a form is being sent its button says so, even without a text of its own for that',
  (Form) => {
    render(
      <MantineProvider env="test">
        <Form form={null} onSubmit={() => undefined} action="Add Exam" problem="" busy>
          <input aria-label="Marks" />
        </Form>
      </MantineProvider>,
    );
    expect(screen.getByRole('button', { name: 'Saving...' })).toHaveProperty('disabled', true);
  },
);
