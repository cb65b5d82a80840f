import type { Client } from 'pg';
import type { BenchCampus } from './generate.ts';

/** Six assignments of each subject, due every two weeks, two of them in the past. */
export const loadAssignments = async (client: Client, { admin }: BenchCampus): Promise<void> => {
  await client.query(
    `insert into assignments (subject_id, title, description, grade, due_at, created_by)
     select subjects.id, 'Exercise ' || n, 'Read and answer.', 20,
       current_date + 14 * (n - 2) - interval '1 minute', $1
     from subjects, generate_series(1, 6) as n`,
    [admin.id],
  );
  await client.query('vacuum (analyze) assignments');
};
