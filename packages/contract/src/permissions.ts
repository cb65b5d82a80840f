export const roles = ['admin', 'teacher', 'student'] as const;
export type Role = (typeof roles)[number];

/** A part of what administrators do. One without a duty holds all of it. */
export const duties = ['registrar', 'exam_office', 'librarian', 'auditor'] as const;
export type Duty = (typeof duties)[number];
/** The duties that a call names: an auditor has every call that reads, and no other. */
export type Office = Exclude<Duty, 'auditor'>;

/** How far a role reaches with a call: every record, only its own, or none at all (403). */
export type Reach = 'any' | 'own' | 'none';

/** Administrators with one of these duties may call it, beside those who hold all of it. */
type OfAdministrators =
  | { readonly admin: 'any'; readonly duties: readonly Office[] | 'every' }
  | { readonly admin: 'none' };

/** `public` is for the few calls that come before a person has a token. */
export type Access =
  | 'public'
  | (OfAdministrators & Readonly<Record<Exclude<Role, 'admin'>, Reach>>);

/** Whom a call is decided for. */
export interface Caller {
  readonly role: Role;
  /** Null for who holds all that the role has. */
  readonly duty: Duty | null;
}

/** Whether a person may make a call at all; about which records is the server's to say. */
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

/** As whom a record is read: `otherTeacher` is one who does not teach the student, where a setting narrows what teachers see. */
export const readers = [...roles, 'otherTeacher'] as const;
export type Reader = (typeof readers)[number];
