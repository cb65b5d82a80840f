import {
  type assignments,
  doesNotFit,
  type FileQuotas,
  type ReplyOf,
  type TextsOf,
  type Upload,
} from '@campus/contract';
import type { FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import type { Campus } from '../../campus.ts';
import type { Transaction } from '../../db/db.ts';
import { CampusError } from '../../campus-error.ts';
import type { Actor } from '../../http/call.ts';
import { withForm } from '../../http/receive-file.ts';
import { bytesOf, checkFiles, type CheckedFile, fileRules } from './file-kind.ts';
import { addStored, type StoredBytes, storedBytes, type Storing } from './quotas.queries.ts';

const gigabyte = 1024 ** 3;
const quotas: readonly (keyof FileQuotas)[] = ['person', 'assignment', 'campus'];

const leftOf = ({ settings: { fileQuotas } }: Campus, stored: StoredBytes): number =>
  Math.min(...quotas.map((one) => fileQuotas[one] * gigabyte - stored[one]));

const refuseAbove = (left: number, bytes: number): void => {
  if (bytes <= left) return;
  const message = doesNotFit(Math.max(0, left));
  throw new CampusError('too_large', message, { details: [{ field: 'files', message }] });
};

/** Refuses what does not fit into the quotas, before it is received or stored. */
const requireRoom = async (campus: Campus, storing: Storing, bytes: number): Promise<void> => {
  if (bytes > 0) refuseAbove(leftOf(campus, await storedBytes(campus.db, storing)), bytes);
};

/**
 * Checks and stores one form at a time: a whole class that hands in at once would otherwise fill the memory and keep
 * the processor from everybody else.
 */
const inLine = pLimit(1);

/** The most a form contains besides files and the text handed in. */
const formBytes = 64 * 1024;

/**
 * Receives a form, checks its files and does the work with them. Refuses what exceeds the quotas as early as possible.
 */
export const receiveFiles = async <const U extends Upload, T>(
  { campus, request }: { readonly campus: Campus; readonly request: FastifyRequest },
  upload: U,
  storing: Storing,
  use: (texts: TextsOf<U>, files: readonly CheckedFile[]) => Promise<T>,
): Promise<T> => {
  const announced = Number(request.headers['content-length'] ?? 0);
  await requireRoom(campus, storing, announced - formBytes);
  return withForm(request, upload, fileRules, async ({ texts, files }) => {
    await requireRoom(campus, storing, bytesOf(files));
    return inLine(async () => use(texts, await checkFiles(files)));
  });
};

/**
 * Counts what the transaction has stored. Call it last, since others wait for it. If two transactions compete for the
 * remaining space, the second is refused.
 */
export const countStored = async (
  tx: Transaction,
  campus: Campus,
  storing: Storing,
  bytes: number,
): Promise<void> => {
  if (bytes === 0) return;
  const left = leftOf(campus, await addStored(tx, storing, bytes));
  refuseAbove(left + bytes, bytes);
};

export const storageFor = async (
  campus: Campus,
  actor: Actor,
  assignmentId: string | null,
): Promise<ReplyOf<typeof assignments.readStorage>> => {
  const stored = await storedBytes(campus.db, { personId: actor.id, assignmentId });
  const space = (quota: keyof FileQuotas) => ({
    used: stored[quota],
    limit: campus.settings.fileQuotas[quota] * gigabyte,
  });
  return {
    left: Math.max(0, leftOf(campus, stored)),
    assignment: actor.role !== 'student' && assignmentId !== null ? space('assignment') : null,
    campus: actor.role === 'admin' ? space('campus') : null,
  };
};
