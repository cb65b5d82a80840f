import assert from 'node:assert/strict';

export const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
};

/** Uploads a CSV file to an address of Campus and returns the reply. */
export const upload = async <T = number>(
  address: string,
  token: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<T> => {
  const form = new FormData();
  form.append('file', new Blob([content], { type: 'text/csv' }), 'file.csv');
  const answer = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text.slice(0, 500));
  return JSON.parse(text) as T;
};
