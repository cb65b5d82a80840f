export const roles = ['admin', 'teacher', 'student'] as const;
export type Role = (typeof roles)[number];

/** How far a role reaches with a call: every record, only its own, or none at all (403). */
export type Reach = 'any' | 'own' | 'none';

/** `public` is for the few calls that come before a person has a token. */
export type Access = 'public' | Readonly<Record<Role, Reach>>;

export const everyone: Access = { admin: 'any', teacher: 'any', student: 'any' };
export const staff: Access = { admin: 'any', teacher: 'any', student: 'none' };
export const adminOnly: Access = { admin: 'any', teacher: 'none', student: 'none' };
