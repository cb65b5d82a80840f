export const roles = ['admin', 'teacher', 'student'] as const;
export type Role = (typeof roles)[number];

/** As whom a record is read: `otherTeacher` is one who does not teach the student, where a setting narrows what teachers see. */
export const readers = [...roles, 'otherTeacher'] as const;
export type Reader = (typeof readers)[number];
