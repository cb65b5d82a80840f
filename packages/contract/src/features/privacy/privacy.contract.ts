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
  summary: 'All data about a person as one ZIP file: JSON by table, pictures and files',
  ...archive,
  act: 'person_exported',
});

export const exportOwn = endpoint('GET /own-data', everyone, {
  summary: 'All data about the caller as one ZIP file, without results and marks not yet published',
  ...archive,
  act: 'own_data_exported',
});

/** A number of rows of one kind. */
const amount = z.object({ what: z.string(), count });

const erasure = z.object({
  /** The person’s e-mail, to be typed again as confirmation. */
  email: z.string(),
  /** Why the person cannot be erased now; null if they can. */
  refusal: textOrNull,
  removed: z.array(amount),
  /** Kept without the texts, numbers and remarks that identify the person. */
  blanked: z.array(amount),
  /** Kept as it is, under the pseudonym. */
  stays: z.array(amount),
});
export type Erasure = z.infer<typeof erasure>;

export const previewErasure = endpoint('GET /people/:id/erasure', adminOnly('full'), {
  summary: 'How many records erasing a person would delete, and how many would stay',
  reply: erasure,
});

/** Irreversible. Responds 422 for an e-mail other than the person’s. */
export const erasePerson = endpoint('POST /people/:id/erasure', adminOnly('full'), {
  act: 'person_erased',
  summary: 'Erase a person’s identity; their results, marks and acts stay under a pseudonym',
  fresh: true,
  body: z.strictObject({ email: email('E-mail') }),
  alsoRefuses: ['conflict'],
});

/** An object with a property for each kind of data with a retention period. */
export const byKind = <S extends z.ZodType>(schemaOf: (kind: RetentionKind) => S) =>
  z.strictObject(
    Object.fromEntries(retentionKinds.map((kind) => [kind, schemaOf(kind)])) as Record<
      RetentionKind,
      S
    >,
  );

export const previewRetention = endpoint('GET /retention', adminOnly('full'), {
  summary: 'How many records of each kind would be removed now with these retention periods',
  query: byKind((kind) => z.coerce.number().int().min(0).max(retentionLimits[kind].max)),
  reply: byKind(() => count),
});
