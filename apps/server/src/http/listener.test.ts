import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type Socket } from 'node:net';
import { handInLimits } from '@campus/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { isTooSlow, addressKey } from './connections.ts';
import { ARRIVAL_MS, defaultArrival, type Listener, openListener } from './listener.ts';
import { createReadiness, type Readiness } from './health.ts';

let listener: Listener;
const open = async (
  arrival?: Parameters<typeof openListener>[3],
): Promise<{ url: string; readiness: Readiness }> => {
  const readiness = createReadiness();
  listener = await openListener(['127.0.0.1', '::1'], 0, readiness, arrival);
  return { url: `http://127.0.0.1:${listener.port}`, readiness };
};
const told = async (response: Response): Promise<string> =>
  ((await response.json()) as { message: string }).message;

afterEach(() => listener.close());

describe('while Campus starts', () => {
  it('the process is up and says why it is not ready', async () => {
    const { url, readiness } = await open();
    readiness.waitFor('The database is starting.');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const answer = await fetch(`${url}/readyz`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.json()).toEqual({
      message: 'The database is starting.',
      error: 'unavailable',
    });
  });

  it('the process reports its version, which is that of package.json and the newest in the changelog', async () => {
    const { url } = await open();
    const read = (name: string): string =>
      readFileSync(join(import.meta.dirname, '../../../..', name), 'utf8');
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const [, newest] = /^## \[(\d+\.\d+\.\d+)\]/m.exec(read('CHANGELOG.md')) ?? [];
    expect(newest).toBe(version);
    const answer = await fetch(`${url}/healthz`);
    expect(await answer.json()).toEqual({ status: 'up', version });
  });

  it('every other address says to come back later, for an upload too', async () => {
    const { url, readiness } = await open();
    readiness.waitFor('The database is starting.');
    const body = new Uint8Array(1_000_000);
    const answer = await fetch(`${url}/api/students`, { method: 'POST', body });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await told(answer)).toBe('The database is starting.');
  });
});

describe('once it has started', () => {
  it('it is ready while every part answers, and otherwise names the one that does not', async () => {
    const { url, readiness } = await open();
    let broken = false;
    readiness.addCheck('database', async () => undefined);
    readiness.addCheck('identity service', async () => {
      if (broken) throw new Error('the keys are gone');
    });
    readiness.started();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    broken = true;
    const answer = await fetch(`${url}/readyz`);
    expect(answer.status).toBe(503);
    expect(await told(answer)).toBe('The identity service does not answer: the keys are gone.');
    broken = false;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it('a stop waits for the request in flight and accepts no new one', async () => {
    const { url, readiness } = await open();
    const arrived = Promise.withResolvers<void>();
    const answerNow = Promise.withResolvers<void>();
    listener.serve((_request, response) => {
      arrived.resolve();
      void answerNow.promise.then(() => response.end('whole'));
    });
    readiness.started();

    const inFlight = fetch(url);
    await arrived.promise;
    const closed = listener.close();
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    answerNow.resolve();
    expect(await (await inFlight).text()).toBe('whole');
    await closed;
  });
});

it('a hand-in of ten large files has time to arrive at 1 Mbit/s', () => {
  const bytesPerMs = 125;
  const largest = handInLimits.files * handInLimits.bytes;
  expect(ARRIVAL_MS * bytesPerMs).toBeGreaterThan(largest);
  for (let ms = 0; ms * bytesPerMs < largest; ms += 1000)
    expect(isTooSlow(ms, ms * bytesPerMs, defaultArrival.timeout)).toBe(false);
});

describe('a request that is slow to arrive', () => {
  const begun = async (text: string): Promise<string> => {
    const { readiness } = await open({ ...defaultArrival, timeout: 40 });
    listener.serve(
      (request, response) => void request.resume().on('end', () => response.end('whole')),
    );
    readiness.started();
    const socket = connect(listener.port, '127.0.0.1');
    socket.write(text);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    return answer;
  };
  const refusal = '{"message":"The request took too long to arrive.","error":"malformed"}';

  it.each([
    ['headers that do not end', 'POST / HTTP/1.1\r\nhost: a\r\n'],
    ['a body that stands still', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nx'],
  ])('%s: refused with a sentence', async (_what, text) => {
    const answer = await begun(text);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain(refusal);
  });
});

describe('connections of one address', () => {
  const held = (port: number): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket));
    });

  it('above the limit are refused with a sentence; those of a proxy are not counted', async () => {
    for (const proxies of [false, '10.0.0.0/8,127.0.0.0/8'] as const) {
      const { url, readiness } = await open({ ...defaultArrival, connections: 2, proxies });
      listener.serve((_request, response) => void response.end('whole'));
      readiness.started();
      const sockets = await Promise.all([held(listener.port), held(listener.port)]);
      const answer = await fetch(url);
      expect(answer.status).toBe(proxies ? 200 : 503);
      if (!proxies) {
        expect(answer.headers.get('retry-after')).toBe('2');
        expect(await told(answer)).toBe(
          'Too many connections are open from your network. Please close some, or try again in a moment.',
        );
      }
      for (const socket of sockets) socket.destroy();
      await listener.close();
    }
  });

  it('from one IPv6 network count as one address', () => {
    expect(addressKey('::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(addressKey('2001:db8:1:2:3::4')).toBe(addressKey('2001:db8:1:2::9'));
    expect(addressKey('2001:db8::2:3:4:5:6')).toBe('2001:db8:0:2');
    expect(addressKey('::1')).toBe('0:0:0:0');
  });
});

describe('a request that is not HTTP', () => {
  const send = async (bytes: string): Promise<string> => {
    const socket = connect(listener.port, '127.0.0.1');
    socket.end(bytes);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    return answer;
  };

  it('is refused with an error of the usual shape', async () => {
    await open();
    const answer = await send('nonsense\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('{"message":"The request could not be read.","error":"malformed"}');
  });

  it('and so are headers that are far too large', async () => {
    await open();
    const answer = await send(`GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });
});
