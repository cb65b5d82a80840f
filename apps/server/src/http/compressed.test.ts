import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../testing/make.ts';
import { testCampus, type TestCampus } from '../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
  for (let number = 0; number < 12; number += 1) await campus.make.student();
});
afterAll(() => campus.close());

const list = async (accepted: string) => {
  const token = await campus.token({
    sub: `person-${admin.id}`,
    email: admin.email,
    name: admin.name,
  });
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': accepted };
  const answer = await campus.app.inject({ url: '/api/faculty/students/all', headers });
  return { headers: answer.headers, bytes: answer.rawPayload };
};

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip', 'GZIP;q=0.5, br;q=0', gunzipSync],
])('a list is sent as %s to a client that accepts %s', async (encoding, accepted, open) => {
  const plain = await list('identity');
  const { headers, bytes } = await list(accepted);
  expect(headers['content-encoding']).toBe(encoding);
  expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
  expect(open(bytes).toString()).toBe(plain.bytes.toString());
  expect(headers['etag']).toBe(plain.headers['etag']);
});

test.each(['identity', 'zstd', 'br;q=0', ''])(
  'it is sent uncompressed to a client that accepts "%s"',
  async (to) => {
    const { headers, bytes } = await list(to);
    expect(headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(bytes.toString())).toHaveLength(12);
  },
);
