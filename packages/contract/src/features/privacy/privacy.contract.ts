import { z } from 'zod';
import { adminOnly, endpoint, everyone } from '../../endpoint.ts';
import { count, textOrNull } from '../../values/replies.ts';
import { email } from '../../values/requests.ts';
import { type RetentionKind, retentionKinds, retentionLimits } from './retention.rules.ts';

const archive = {
  download: { type: 'application/zip', fileName: 'personal-data.zip' },
  fresh: true,
  alsoRefuses: ['conflict'],
} as const;

export const exportPerson = endpoint('GET /people/:id/data', adminOnly('full'), {
  summary: 'Everything about one person as one ZIP file: JSON by table, pictures and files',
  ...archive,
  act: 'person_exported',
});

export const exportOwn = endpoint('GET /own-data', everyone, {
  summary: 'The same about oneself, without results and marks that are not published yet',
  ...archive,
  act: 'own_data_exported',
});

/** Rows of one kind. */
const amount = z.object({ what: z.string(), count });

const erasure = z.object({
  /** The person’s, to be typed again by who erases. */
  email: z.string(),
  /** Why it cannot be done now; null when it can. */
  refusal: textOrNull,
  removed: z.array(amount),
  /** Stays without texts, numbers and remarks that tell who it was. */
  blanked: z.array(amount),
  /** Stays as it is, under the pseudonym. */
  stays: z.array(amount),
});
export type Erasure = z.infer<typeof erasure>;

export const previewErasure = endpoint('GET /people/:id/erasure', adminOnly('full'), {
  summary: 'What erasing a person would take away and what would stay, in numbers',
  reply: erasure,
});

/** There is no way back. 422 with another e-mail than the person’s. */
export const erasePerson = endpoint('POST /people/:id/erasure', adminOnly('full'), {
  act: 'person_erased',
  summary: 'Erase who a person was: results, marks and acts stay under a pseudonym',
  fresh: true,
  body: z.strictObject({ email: email('E-mail') }),
  alsoRefuses: ['conflict'],
});

/** Something for each kind of what can be kept for a time. */
export const byKind = <S extends z.ZodType>(schemaOf: (kind: RetentionKind) => S) =>
  z.strictObject(
    Object.fromEntries(retentionKinds.map((kind) => [kind, schemaOf(kind)])) as Record<
      RetentionKind,
      S
    >,
  );

export const previewRetention = endpoint('GET /retention', adminOnly('full'), {
  summary: 'How many of each kind would be removed now, if they were kept for this long',
  query: byKind((kind) => z.coerce.number().int().min(0).max(retentionLimits[kind].max)),
  reply: byKind(() => count),
});
