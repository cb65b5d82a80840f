import { asDay } from '@campus/contract/testing';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { DatePicker } from './date-picker.tsx';

it('says when the term ended, for every day after it', async () => {
  fakeServer({});
  await renderPage(() => (
    <>
      <h1>A class</h1>
      <DatePicker
        value={asDay('2026-11-13')}
        min={asDay('2026-08-24')}
        max={asDay('2026-11-13')}
        today={asDay('2026-11-20')}
        onPick={() => undefined}
      />
    </>
  ));
  for (const value of ['2026-11-14', '2026-11-21']) {
    fireEvent.change(screen.getByLabelText('Date'), { target: { value } });
    expect(screen.getByText('The term of this subject ended on 13 Nov 2026')).toBeTruthy();
  }
});
