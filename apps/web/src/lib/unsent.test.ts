import { expect, it } from 'vitest';
import {
  deferWrite,
  removeUnsent,
  clearUnsent,
  saveUnsent,
  listUnsent,
  readUnsent,
} from './unsent.ts';

const meera = 'meera@example.edu';

it('returns what was kept, to its person only', () => {
  saveUnsent(meera, 'marks:1', { present: true });
  expect(readUnsent(meera, 'marks:1')).toEqual({ present: true });
  expect(readUnsent('else@example.edu', 'marks:1')).toBeNull();
  expect(listUnsent(meera)).toEqual(['marks:1']);
});

it('deletes one item, or everything of a person at sign-out and nothing else', () => {
  localStorage.setItem('userEmail', meera);
  saveUnsent(meera, 'marks:1', 1);
  saveUnsent(meera, 'marks:2', 2);
  saveUnsent('else@example.edu', 'marks:1', 3);
  removeUnsent(meera, 'marks:1');
  expect(listUnsent(meera)).toEqual(['marks:2']);
  clearUnsent(meera);
  expect(listUnsent(meera)).toEqual([]);
  expect(readUnsent('else@example.edu', 'marks:1')).toBe(3);
  expect(localStorage.getItem('userEmail')).toBe(meera);
});

it('treats an invalid value as nothing', () => {
  localStorage.setItem(`campus-unsent:${meera}:marks:1`, '{"cut');
  expect(readUnsent(meera, 'marks:1')).toBeNull();
});

it('stores what waits for the next frame before anything is read or deleted', () => {
  const keep = (what: string) => deferWrite(() => saveUnsent(meera, what, 1));
  keep('marks:1');
  expect(localStorage.getItem(`campus-unsent:${meera}:marks:1`)).toBeNull();
  expect(readUnsent(meera, 'marks:1')).toBe(1);
  keep('marks:2');
  expect(listUnsent(meera)).toEqual(['marks:1', 'marks:2']);
  keep('marks:3');
  removeUnsent(meera, 'marks:3');
  expect(listUnsent(meera)).toEqual(['marks:1', 'marks:2']);
  keep('marks:3');
  clearUnsent(meera);
  expect(listUnsent(meera)).toEqual([]);
});

it('stores what waits when the page is closed', () => {
  deferWrite(() => saveUnsent(meera, 'marks:1', 1));
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem(`campus-unsent:${meera}:marks:1`)).toBe('1');
});
