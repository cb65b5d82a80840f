export const roles = ['admin', 'teacher', 'student'] as const;
export type Role = (typeof roles)[number];

/** The duties of administrators. One without a duty has full rights. */
export const duties = ['registrar', 'exam_office', 'librarian', 'auditor'] as const;
export type Duty = (typeof duties)[number];
/** The duties an endpoint may name. An auditor may call every GET and nothing else. */
export type DutyOrFull = Exclude<Duty, 'auditor'>;

/** What a role may call an endpoint for: any record, only its own, or none (403). */
export type Reach = 'any' | 'own' | 'none';

/** The duties whose administrators may call it, besides administrators with full rights. */
type OfAdministrators =
  | { readonly admin: 'any'; readonly duties: readonly DutyOrFull[] | 'every' }
  | { readonly admin: 'none' };

/** `public` is for the few endpoints that are called before a person has a token. */
export type Access =
  | 'public'
  | (OfAdministrators & Readonly<Record<Exclude<Role, 'admin'>, Reach>>);

/** The person whose access is decided. */
export interface Caller {
  readonly role: Role;
  /** Null for full rights of the role. */
  readonly duty: Duty | null;
}

/** Returns whether a person may call an endpoint at all; the server decides for which records. */
export const mayCall = (
  { method, access }: { readonly method: string; readonly access: Access },
  { role, duty }: Caller,
): boolean => {
  if (access === 'public') return true;
  if (role !== 'admin') return access[role] !== 'none';
  if (access.admin === 'none') return false;
  if (duty === null || access.duties === 'every') return true;
  return duty === 'auditor' ? method === 'GET' : access.duties.includes(duty);
};

/**
 * The kinds of reader of a record. `otherTeacher` does not teach the student; a setting can narrow what
 * such teachers see.
 */
export const readers = [...roles, 'otherTeacher'] as const;
export type Reader = (typeof readers)[number];
