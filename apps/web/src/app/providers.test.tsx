import { overview, people } from '@campus/contract';
import { expect, test, vi } from 'vitest';
import { call } from '../lib/call.ts';
import { saveSession } from '../lib/session.ts';
import { fakeServer, refusal, tokenFor } from '../testing/fake-server.ts';
import { makeQueryClient } from './providers.tsx';

test('a failed request is logged, whatever the page shows', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const email = 'ada@example.edu';
  saveSession({ token: tokenFor(email, 900), role: 'admin', email, name: 'Ada' });
  const message = 'Not yours.';
  fakeServer({
    'GET /api/AdminDashboard/students/count': () => refusal({ error: 'forbidden', message }),
    'GET /api/students/by-email/ada%40example.edu': () => refusal({ error: 'not_found', message }),
  });
  const client = makeQueryClient();
  const fetches = [
    () => call<typeof overview.countStudents>(overview.countStudents),
    () => call(people.studentByEmail, { params: { email } }),
  ];
  for (const [index, queryFn] of fetches.entries())
    await expect(client.fetchQuery<unknown>({ queryKey: [index], queryFn })).rejects.toThrow(
      message,
    );
  expect(warn).toHaveBeenCalledTimes(fetches.length);
});
