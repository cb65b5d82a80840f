import { people, profiles } from '@campus/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer, refusal, reply } from '../../testing/fake-server.ts';
import { aStudent } from '../../testing/people.ts';
import { renderPage } from '../../testing/render-page.tsx';
import StudentProfilePage from './student-profile.page.tsx';

const ada = { email: 'ada@example.edu', role: 'student', name: 'Ada' } as const;
const profileCall = 'GET /api/students/by-email/ada%40example.edu';
const imageCall = 'GET /api/students/profile-image/ada%40example.edu';
const uploadCall = 'POST /api/students/upload-image';

const profile = (more?: Parameters<typeof aStudent>[0]) => () =>
  reply(people.studentByEmail, aStudent(more));
const image = (text: string) => () =>
  new Response(text, { headers: { 'content-type': 'image/jpeg' } });
const dataUrl = (text: string, type = 'image/jpeg') => `data:${type};base64,${btoa(text)}`;
const file = new File(['chosen'], 'me.png', { type: 'image/png' });

const show = () => renderPage(StudentProfilePage, '/', ada);
const picture = () => screen.findByRole('img', { name: /Profile picture of Ada/ });
const kept = () => localStorage.getItem('profileImage');
const save = async () => {
  await userEvent.upload(await screen.findByLabelText('Profile image'), file);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
};

let warnings: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  Object.assign(URL, { createObjectURL: () => 'blob:me', revokeObjectURL: () => undefined });
});

it('asks for an image only when the profile says that there is one', async () => {
  const seen = fakeServer({ [profileCall]: profile({ stuImage: '' }) });
  await show();
  await picture();
  expect(seen.map(({ path }) => path)).toEqual(['/api/students/by-email/ada%40example.edu']);
});

it('shows a phone number stored as a number if there is none as text, and N/A for everything missing', async () => {
  fakeServer({ [profileCall]: profile({ contactNo: 9845022114, branch: 'Physics' }) });
  await show();
  await picture();
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(values.filter((value) => value !== 'N/A')).toEqual(['Physics', '9845022114']);
  expect(values).toHaveLength(9);
});

it('keeps the chosen image when the stored one cannot be fetched', async () => {
  fakeServer({
    [profileCall]: profile(),
    [uploadCall]: () => reply(profiles.uploadStudentImage, { email: ada.email, stuImage: 'new' }),
    [imageCall]: () => refusal({ message: 'Later.', error: 'unavailable' }),
  });
  await show();
  await save();
  await screen.findByText('Profile image updated successfully!');
  await waitFor(async () =>
    expect((await picture()).getAttribute('src')).toBe(dataUrl('chosen', 'image/png')),
  );
  expect(kept()).toBe(dataUrl('chosen', 'image/png'));
  expect(warnings).toHaveBeenCalled();
});

it('says for three seconds that the image was updated', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  fakeServer({
    [profileCall]: profile(),
    [uploadCall]: () => reply(profiles.uploadStudentImage, { email: ada.email, stuImage: 'new' }),
    [imageCall]: image('fresh'),
  });
  await show();
  await save();
  const saved = 'Profile image updated successfully!';
  expect(await screen.findByText(saved)).toBeDefined();
  act(() => void vi.advanceTimersByTime(2_000));
  expect(screen.queryByText(saved)).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.queryByText(saved)).toBeNull();
});

it('works in a browser whose storage is full, without keeping an older image', async () => {
  fakeServer({
    [profileCall]: profile({ stuImage: 'old' }),
    [uploadCall]: () => reply(profiles.uploadStudentImage, { email: ada.email, stuImage: 'new' }),
    [imageCall]: image('fresh'),
  });
  await show();
  await waitFor(() => expect(kept()).toBe(dataUrl('fresh')));
  localStorage.setItem('profileImage', dataUrl('older'));
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await userEvent.upload(await screen.findByLabelText('Profile image'), file);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect((await picture()).getAttribute('src')).toBe(dataUrl('fresh'));
  expect(kept()).toBeNull();
  expect(warnings).toHaveBeenCalledOnce();
});

it('shows the image that was saved in another window', async () => {
  fakeServer({ [profileCall]: profile({ stuImage: 'old' }), [imageCall]: image('fresh') });
  await show();
  await waitFor(() => expect(kept()).toBe(dataUrl('fresh')));
  localStorage.setItem('profileImage', dataUrl('newer'));
  act(() => void window.dispatchEvent(new StorageEvent('storage')));
  expect((await picture()).getAttribute('src')).toBe(dataUrl('newer'));
});
