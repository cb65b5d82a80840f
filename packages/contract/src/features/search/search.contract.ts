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
export const maxPerKind = 5;

export const find = endpoint('GET /search', everyone, {
  summary: 'People, subjects, exams and books matching every word of a search, best match first',
  description:
    'Words may come in any order; case and accents are ignored; people are also found by telephone number. ' +
    'Each role finds only what it may open: students find their own subjects and published results, and books; ' +
    'teachers also find active students, and colleagues with their name, department and e-mail; administrators are ' +
    'found only by administrators.',
  query: z.strictObject({ search: requiredText(200, 'Search') }),
  reply: z.array(searchResult),
});
