// A thread that hands in one large file for each student at once. The text is random, so that it cannot be compressed.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { workerData } from 'node:worker_threads';

export interface Sending {
  readonly origin: string;
  readonly bytes: number;
  readonly handIns: readonly { readonly path: string; readonly token: string }[];
}

const { origin, bytes, handIns } = workerData as Sending;
const file = new Blob([randomBytes((bytes / 4) * 3).toString('base64')]);
await Promise.all(
  handIns.map(async ({ path, token }) => {
    const form = new FormData();
    form.append('text', '');
    form.append('keep', '');
    form.append('files', file, 'thesis.txt');
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(origin + path, { method: 'POST', headers, body: form });
    const text = await answer.text();
    assert.equal(answer.status, 201, text.slice(0, 500));
  }),
);
