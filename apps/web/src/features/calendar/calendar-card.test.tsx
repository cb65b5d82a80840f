import { calendar } from '@campus/contract';
import type { ComponentType } from 'react';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, refusal, reply, replyOutsideContract } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { CalendarCard } from './calendar-card.tsx';
import { CalendarFrame } from './calendar-frame.tsx';

/** Draws no page: the browser tests cover that. */
vi.mock('../../ui/pdf/pdf-document.ts', () => ({ openPdf: () => new Promise(() => undefined) }));

const info = {
  title: 'Odd semester',
  fileName: 'odd.pdf',
  size: 12,
  uploadedAt: '2026-08-24T09:00:00.000Z',
};
const answerWith =
  (headers: Record<string, string>, body = '%PDF-1.7 odd') =>
  () =>
    new Response(body, { status: 200, headers: { 'content-type': 'application/pdf', ...headers } });

const show = (Part: ComponentType) =>
  renderPage(() => (
    <>
      <h1>Page</h1>
      <Part />
    </>
  ));

beforeEach(() => {
  URL.createObjectURL = () => 'blob:odd';
  URL.revokeObjectURL = () => undefined;
});

describe('what the reply says about the calendar', () => {
  test('its title comes from the header, in any script', async () => {
    fakeServer({
      'GET /api/calendar/info': () => reply(calendar.readInfo, info),
      'GET /api/calendar': answerWith({ 'x-calendar-title': encodeURIComponent('学年历 2026') }),
    });
    await show(CalendarCard);
    expect(await screen.findByRole('heading', { level: 2, name: '学年历 2026' })).toBeTruthy();
  });

  test('without headers it is the Academic Calendar', async () => {
    fakeServer({
      'GET /api/calendar/info': () => reply(calendar.readInfo, info),
      'GET /api/calendar': answerWith({}),
    });
    await show(CalendarFrame);
    expect(await screen.findByRole('link', { name: 'Open Academic Calendar' })).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Download PDF' });
    expect(link.getAttribute('download')).toBe('Academic Calendar.pdf');
  });

  test('an empty file counts as none', async () => {
    fakeServer({
      'GET /api/calendar/info': () => reply(calendar.readInfo, info),
      'GET /api/calendar': answerWith({}, ''),
    });
    await show(CalendarFrame);
    expect(await screen.findByText('No calendar available.')).toBeTruthy();
  });

  test('the file is not requested while there is none', async () => {
    const seen = fakeServer({ 'GET /api/calendar/info': () => reply(calendar.readInfo, null) });
    await show(CalendarFrame);
    await screen.findByText('No calendar available.');
    expect(seen.map(({ path }) => path)).toEqual(['/api/calendar/info']);
  });
});

describe('the window for a new calendar', () => {
  const open = async (post: () => Response | Promise<Response>) => {
    fakeServer({
      'GET /api/calendar/info': () => reply(calendar.readInfo, null),
      'POST /api/calendar': post,
    });
    await show(CalendarCard);
    fireEvent.click(await screen.findByRole('button', { name: 'Upload Calendar' }));
    return screen.findByRole('dialog');
  };
  const choose = (dialog: HTMLElement, file: File): void => {
    fireEvent.change(within(dialog).getByLabelText('PDF file'), { target: { files: [file] } });
  };
  const submit = (dialog: HTMLElement): void => {
    fireEvent.click(within(dialog).getByRole('button', { name: 'Upload' }));
  };
  const pdf = new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' });

  test('it closes 1500 ms after the success, not before', async () => {
    const dialog = await open(() => reply(calendar.uploadCalendar, info));
    choose(dialog, pdf);
    vi.useFakeTimers({ shouldAdvanceTime: false });
    submit(dialog);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(within(dialog).getByText('Calendar updated successfully!')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1499));
    expect(screen.queryByRole('dialog')).not.toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1 + 300));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    ['too_large', 'The file is larger than 20 MB. Please select a smaller PDF file.'],
    ['unsupported_media', 'Please select a valid PDF file'],
  ] as const)('%s: the server says what is wrong with the file', async (error, message) => {
    const dialog = await open(() => refusal({ message, error }));
    choose(dialog, pdf);
    submit(dialog);
    expect((await within(dialog).findByRole('alert')).textContent).toBe(message);
  });

  test.each([400, 403, 500, 503])('status %i: the upload can be tried again', async (status) => {
    const dialog = await open(() => replyOutsideContract(status));
    choose(dialog, pdf);
    submit(dialog);
    expect((await within(dialog).findByRole('alert')).textContent).toBe(
      'Failed to upload calendar. Please try again.',
    );
    expect(within(dialog).getByRole('button', { name: 'Upload' })).toHaveProperty(
      'disabled',
      false,
    );
  });

  test('more than 20 MB is not even sent', async () => {
    const dialog = await open(() => reply(calendar.uploadCalendar, info));
    const big = new File(['%PDF-1.7'], 'big.pdf', { type: 'application/pdf' });
    Object.defineProperty(big, 'size', { value: 20 * 1024 * 1024 + 1 });
    choose(dialog, big);
    expect(within(dialog).getByRole('alert').textContent).toContain('larger than 20 MB');
  });

  test('closing it cancels an upload in progress', async () => {
    const server = vi.fn<(signal: AbortSignal | null | undefined) => void>();
    const dialog = await open(() => reply(calendar.uploadCalendar, info));
    const answer = globalThis.fetch;
    vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
      if (init.method !== 'POST') return answer(address, init);
      server(init.signal);
      return new Promise(() => undefined);
    });
    choose(dialog, pdf);
    submit(dialog);
    await within(dialog).findByRole('button', { name: 'Uploading...' });
    await waitFor(() => expect(server).toHaveBeenCalledOnce());
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(server.mock.calls[0]?.[0]?.aborted).toBe(true));
  });
});
