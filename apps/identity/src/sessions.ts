import type pg from 'pg';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Ends every session of the account; a subject that is none of ours has no sessions. */
export async function endSessions(pool: pg.Pool, subject: string): Promise<void> {
  if (!uuid.test(subject)) return;
  await pool.query('delete from session where "userId" = $1', [subject]);
}

/**
 * Clears away a few sessions that have expired; called with every sign-in, it keeps pace with them.
 */
export async function sweepSessions(pool: pg.Pool): Promise<void> {
  await pool.query(
    `delete from session where id in (
       select id from session where "expiresAt" < now() limit 10 for update skip locked)`,
  );
}
