import { useState } from 'react';
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { keepFocus } from './pdf/keep-focus.ts';

const Page = () => {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button onClick={() => setOpened(true)}>Update</button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Update">
        <button onClick={() => setOpened(false)}>Upload</button>
      </Dialog>
    </>
  );
};

beforeEach(() => {
  vi.useFakeTimers();
  window.focus = () => undefined;
});
afterEach(() => {
  document.body.replaceChildren();
});

/** The focus goes back 10 ms after the dialog has closed, and the dialog has faded after 240. */
test.each([0, 5, 9, 10, 11, 200, 239, 240, 300])(
  'a viewer that starts %i ms after a dialog was closed does not take the focus from what opened it',
  (after) => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    render(
      <MantineProvider env="test">
        <Page />
      </MantineProvider>,
    );
    const opener = screen.getByRole('button', { name: 'Update' });
    opener.focus();
    fireEvent.click(opener);
    const upload = screen.getByRole('button', { name: 'Upload' });
    upload.focus();
    const end = keepFocus(frame);

    fireEvent.click(upload);
    act(() => {
      vi.advanceTimersByTime(after);
    });
    frame.focus();
    window.dispatchEvent(new Event('blur'));
    act(() => {
      vi.runAllTimers();
    });
    expect(document.activeElement).toBe(opener);
    end();
  },
);
