import Fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { watchForwarded } from './forwarded.ts';

const visited = async (trustProxy: false | string) => {
  const lines: string[] = [];
  const log: FastifyBaseLogger = pino(
    { level: 'warn' },
    { write: (line: string) => void lines.push(line) },
  );
  const app = Fastify({ trustProxy, loggerInstance: log });
  const untrustedProxy = watchForwarded(app, trustProxy);
  app.get('/', () => 'ok');
  const visit = (headers: Record<string, string>) => app.inject({ url: '/', headers });
  await visit({});
  expect(untrustedProxy()).toBeNull();
  await visit({ 'x-forwarded-for': '198.51.100.7' });
  await visit({ forwarded: 'for=198.51.100.7', 'x-real-ip': '198.51.100.7' });
  await app.close();
  return { seen: untrustedProxy(), said: lines.map((line) => JSON.parse(line)) };
};

test.each([
  ['none is', false],
  ['another one is', '127.0.0.2,10.0.0.0/8'],
] as const)(
  'headers of a proxy that is not trusted are reported once, with the variable to set: %s',
  async (_case, trustProxy) => {
    const { seen, said } = await visited(trustProxy);
    expect(seen).toEqual({ header: 'x-forwarded-for', address: '127.0.0.1' });
    expect(said).toEqual([
      expect.objectContaining({
        header: 'x-forwarded-for',
        address: '127.0.0.1',
        msg: 'Requests come with headers of a proxy, which are not believed. If it is yours, set TRUST_PROXY to its address.',
      }),
    ]);
  },
);

test('headers of a trusted proxy are not reported', async () => {
  expect(await visited('127.0.0.1')).toEqual({ seen: null, said: [] });
});
