import { afterEach, expect, it, vi } from 'vitest';
import { fetchOrOfflineCopy } from './offline-replies.ts';
import { beginSignOut, saveSession } from './session.ts';

const { kept } = vi.hoisted(() => ({ kept: new Map<string, unknown>() }));
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  get: async (name: string) => kept.get(name),
  set: async (name: string, reply: unknown) => void kept.set(name, reply),
}));

const teacher = { token: 'a.b.c', role: 'teacher', email: 'rosa@example.edu', name: 'Rosa Brook' };

afterEach(() => {
  kept.clear();
});

const ask = (before: () => void = () => undefined) =>
  fetchOrOfflineCopy('roster', new AbortController().signal, async () => {
    before();
    return 'the roster';
  });

it('keeps a reply to a teacher for a reload without network', async () => {
  saveSession(teacher);
  expect(await ask()).toBe('the roster');
  expect([...kept.keys()]).toEqual(['roster']);
});

it('keeps no reply that arrives while the teacher signs out', async () => {
  saveSession(teacher);
  expect(await ask(beginSignOut)).toBe('the roster');
  expect([...kept.keys()]).toEqual([]);
});
