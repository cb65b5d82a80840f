import type { Duty, Role } from '@campus/contract';
import { storageChanges } from './storage-changes.ts';

/** The signed-in person, as the sign-in page stored them. */
export interface Session {
  /** The identity service's ID token: 15 minutes, renewed by `renewal.ts`. */
  readonly token: string;
  readonly role: Role;
  readonly email: string;
  readonly name: string;
}

/** Changes of the session. */
const { announce, watch } = storageChanges();
export const watchSession = watch;

const personKeys = ['authToken', 'userRole', 'userEmail', 'userName'] as const;
const imageKeys = ['profileImage', 'teacherProfileImage'] as const;

/** The duty of an administrator, as it was last time: pages need not wait for it. */
const dutyKey = 'userDuty';

/** `null` for all of it; undefined while it was never told. */
export const keptDuty = (): Duty | null | undefined => {
  const kept = localStorage.getItem(dutyKey);
  return kept === null ? undefined : ((kept || null) as Duty | null);
};
export const keepDuty = (duty: Duty | null): void => localStorage.setItem(dutyKey, duty ?? '');

/** Of Firebase Authentication, where that keeps the accounts: see `firebase.ts`. */
export const refreshKey = 'firebaseRefreshToken';

const isRole = (value: string): value is Role =>
  value === 'admin' || value === 'teacher' || value === 'student';

/** Null when nobody is signed in, or what is stored cannot be used. */
export const readSession = (): Session | null => {
  const [token, role, email, name] = personKeys.map((key) => localStorage.getItem(key) ?? '');
  const area = (role ?? '').toLowerCase();
  if (!token || !email || !isRole(area)) return null;
  return { token, role: area, email, name: name ?? '' };
};

let signingOut = false;
/** From then on nobody asks as this person: they would be told that the session has ended. */
export const beginSignOut = (): void => {
  signingOut = true;
};
export const isSigningOut = (): boolean => signingOut;

/** Images of the person who used this browser before are dropped. */
export const saveSession = (session: { [K in keyof Session]: string }): void => {
  signingOut = false;
  for (const key of [...imageKeys, dutyKey]) localStorage.removeItem(key);
  localStorage.setItem('userRole', session.role);
  localStorage.setItem('userEmail', session.email);
  localStorage.setItem('userName', session.name);
  localStorage.setItem('authToken', session.token);
  announce();
};

export const saveToken = (token: string): void => {
  localStorage.setItem('authToken', token);
  announce();
};

export const clearSession = (): void => {
  for (const key of [...personKeys, ...imageKeys, dutyKey, refreshKey])
    localStorage.removeItem(key);
  announce();
};
