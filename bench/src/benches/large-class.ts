import assert from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { watchInteractions } from '../measure/interactions.ts';
import type { Bench, SignedInTeacher } from './bench.ts';

/** Sends JSON to Campus and returns the record created by it. */
export const create = async <Reply>(
  { campus }: Bench,
  token: string,
  path: string,
  body: object,
): Promise<Reply> => {
  const answer = await fetch(`${campus.origin}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 201);
  return (await answer.json()) as Reply;
};

/** Creates a subject with this many students; returns its id. */
export const createLargeSubject = async (
  bench: Bench,
  teacher: SignedInTeacher,
  { name, code, size }: { name: string; code: string; size: number },
): Promise<string> => {
  const path = '/enrollments/create-for-all';
  const { id } = await create<{ id: string }>(bench, bench.adminToken, path, {
    subjectName: name,
    subjectCode: code,
    credits: 1,
    emailId: teacher.email,
    audience: { course: 'Of nobody' },
  });
  await bench.client.query(
    `insert into enrolments (subject_id, student_id, from_on)
     select $1, person_id, starts_on
     from (select person_id from students order by person_id limit $2) as students,
       subjects join terms on terms.id = term_id
     where subjects.id = $1`,
    [id, size],
  );
  return id;
};

export const viewport = { width: 1440, height: 900 } as const;

/** A page on which this teacher is signed in, and which records how long interactions take. */
export const openPage = async (browser: Browser, teacher: SignedInTeacher): Promise<Page> => {
  const page = await browser.newPage({ viewport });
  await watchInteractions(page);
  const session = { authToken: teacher.token, userRole: 'teacher', userEmail: teacher.email };
  await page.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, session);
  return page;
};
