import { z } from 'zod';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { id, isoDate, textOrNull } from '../../values/replies.ts';
import { listQuery } from '../../values/requests.ts';
import { bookColumns } from './book.fields.ts';

/** Something that happened to a book or to one of its copies; `doneAt` is ISO 8601 in UTC. */
export const bookEvent = z.object({
  id,
  kind: z.enum(['added', 'changed', 'lent', 'renewed', 'returned']),
  /** Null for what Campus did by itself. */
  doneBy: textOrNull,
  doneAt: z.iso.datetime(),
  /** Added or changed by a file. */
  imported: z.boolean(),
  /** Of a change: what, from what to what. `retired` is true or false. */
  field: z.enum([...bookColumns.fields, 'retired']).nullable(),
  before: textOrNull,
  after: textOrNull,
  /** Of a loan: which copy, who has or had it, and when it was due from then on. */
  copyCode: textOrNull,
  personName: textOrNull,
  dueOn: isoDate().nullable(),
});
export type BookEvent = z.infer<typeof bookEvent>;

export const readBookHistory = endpoint('GET /library/books/:bookId/history', adminOnly, {
  summary: 'Who added and changed a book, and who lent, renewed and took back its copies',
  description: 'The latest first.',
  query: listQuery.pick({ limit: true, cursor: true }),
  reply: z.array(bookEvent),
});
