import type { Campus } from '../../campus.ts';
import type { Actor } from '../../http/call.ts';
import { notFound } from '../../campus-error.ts';
import { ownPersonId } from '../people/index.ts';
import {
  type Audience,
  removeClassInfos,
  shownTo,
  type StoredClassInfo,
} from './class-info.queries.ts';

export {
  classInfoContent,
  insertClassInfo,
  shownTo,
  type StoredClassInfo,
} from './class-info.queries.ts';

/**
 * The teacher an address stands for. A teacher asks for themselves alone, so that answers never
 * tell which other addresses there are.
 */
export const teacherOf = (campus: Campus, actor: Actor, email: string): Promise<string> =>
  ownPersonId(campus, actor, email, 'teacher');

export const requireShown = async (
  campus: Campus,
  audience: Audience,
): Promise<StoredClassInfo> => {
  const shown = await shownTo(campus.db, audience);
  if (!shown) throw notFound('There is no class information yet.');
  return shown;
};

export const remove = async (campus: Campus, actor: Actor, audience: Audience): Promise<void> => {
  const removed = await removeClassInfos(campus.db, audience, actor.id);
  if (!removed) throw notFound('There is no class information to remove.');
};
