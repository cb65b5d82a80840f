import type { Duty, Role } from '@campus/contract';
import { storageChanges } from './storage-changes.ts';

/** The signed-in person, as stored by the sign-in page. */
export interface Session {
  /** The identity service's ID token: valid for 15 minutes, renewed by `renewal.ts`. */
  readonly token: string;
  readonly role: Role;
  readonly email: string;
  readonly name: string;
}

const { announce, watch } = storageChanges();
export const watchSession = watch;

const personKeys = ['authToken', 'userRole', 'userEmail', 'userName'] as const;
const imageKeys = ['profileImage', 'teacherProfileImage'] as const;

/** An administrator's duty as last known, so that pages need not wait for it. */
const dutyKey = 'userDuty';

/** `null` for full rights; undefined if never stored. */
export const cachedDuty = (): Duty | null | undefined => {
  const kept = localStorage.getItem(dutyKey);
  return kept === null ? undefined : ((kept || null) as Duty | null);
};
export const cacheDuty = (duty: Duty | null): void => localStorage.setItem(dutyKey, duty ?? '');

/** Refresh token of Firebase Authentication, where it keeps the accounts; see `firebase.ts`. */
export const refreshKey = 'firebaseRefreshToken';

const isRole = (value: string): value is Role =>
  value === 'admin' || value === 'teacher' || value === 'student';

/** Null when nobody is signed in or the stored values are unusable. */
export const readSession = (): Session | null => {
  const [token, role, email, name] = personKeys.map((key) => localStorage.getItem(key) ?? '');
  const area = (role ?? '').toLowerCase();
  if (!token || !email || !isRole(area)) return null;
  return { token, role: area, email, name: name ?? '' };
};

let signingOut = false;
/** From now on no calls are made as this person; they would report that the session has ended. */
export const beginSignOut = (): void => {
  signingOut = true;
};
export const isSigningOut = (): boolean => signingOut;

/** Stores the session and drops the images of the person who used this browser before. */
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
