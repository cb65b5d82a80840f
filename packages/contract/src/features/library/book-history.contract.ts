import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { isoDate } from '../../values/dates.ts';
import { adminOnly } from '../../permissions.ts';
import { bookColumns } from './book.fields.ts';
import { listQuery } from '../../values/lists.ts';
import { id } from '../../values/text.ts';

/** Something that happened to a book or to one of its copies; `doneAt` is ISO 8601 in UTC. */
export const bookEvent = z.object({
  id,
  kind: z.enum(['added', 'changed', 'lent', 'renewed', 'returned']),
  /** Null for what Campus did by itself. */
  doneBy: z.string().nullable(),
  doneAt: z.iso.datetime(),
  /** Added or changed by a file. */
  imported: z.boolean(),
  /** Of a change: what, from what to what. `retired` is true or false. */
  field: z.enum([...bookColumns.fields, 'retired']).nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Of a loan: which copy, who has or had it, and when it was due from then on. */
  copyCode: z.string().nullable(),
  personName: z.string().nullable(),
  dueOn: isoDate().nullable(),
});
export type BookEvent = z.infer<typeof bookEvent>;

export const readBookHistory = endpoint('GET /library/books/:bookId/history', {
  summary: 'Who added and changed a book, and who lent, renewed and took back its copies',
  description: 'The latest first.',
  access: adminOnly,
  query: listQuery.pick({ limit: true, cursor: true }),
  reply: z.array(bookEvent),
});
