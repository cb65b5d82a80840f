import { z } from 'zod';
import { endpoint, everyone } from '../../endpoint.ts';
import { id } from '../../values/replies.ts';
import { requiredText } from '../../values/requests.ts';

export const searchResult = z.object({
  kind: z.enum(['student', 'teacher', 'admin', 'subject', 'exam', 'book']),
  id,
  title: z.string(),
  /** What distinguishes it from others with the same title. */
  line: z.string(),
  /** Of a person; searching a list for it finds this person alone. */
  email: z.string().optional(),
});
export type SearchResult = z.infer<typeof searchResult>;

/** Results per kind at most. */
export const mostOfKind = 5;

export const find = endpoint('GET /search', everyone, {
  summary: 'What holds every word of a search, the best first: people, subjects, exams and books',
  description:
    'Words may stand in any order; case and accents do not count; people are found by telephone numbers, too. ' +
    'Each role finds what it may open: students their own subjects and published results, and books; teachers ' +
    'also active students and colleagues, of whom they know name, department and e-mail; administrators are found ' +
    'by administrators.',
  query: z.strictObject({ search: requiredText(200, 'Search') }),
  reply: z.array(searchResult),
});
