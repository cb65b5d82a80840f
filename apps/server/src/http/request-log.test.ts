import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { RequestLog } from './request-log.ts';

test('the log has the route of a request, never the address with someone’s e-mail', async () => {
  const lines: string[] = [];
  const app = Fastify({
    logController: new RequestLog(),
    loggerInstance: pino({}, { write: (line: string) => void lines.push(line) }),
  });
  app.get('/students/:email', () => 'ok');
  await app.inject('/students/ada@example.edu?token=secret');
  await app.inject('/nowhere/ada@example.edu');
  await app.close();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { method: 'GET', route: '/students/:email', status: 200 },
    { method: 'GET', route: 'none', status: 404 },
  ]);
  expect(lines.join('')).not.toMatch(/ada|secret/);
});
