/** What identifies a student; both university ID and roll number are registration numbers. */
export interface StudentIdentity {
  readonly studentId: string;
  readonly univId: string | null;
  readonly rollNo: string | null;
  readonly studentEmail: string;
}

/** What a row of a file gives to identify its student. */
export interface GivenIdentity {
  readonly registrationNumber: string | null;
  readonly rollNo: string | null;
  readonly email: string | null;
}

export type Found<S> =
  | { readonly student: S }
  | { readonly missing: keyof GivenIdentity }
  | { readonly contradiction: keyof GivenIdentity }
  | { readonly blank: true };

const plain = (text: string): string => text.trim().toLowerCase();

/** Looks up a student by an identity: exactly first, then ignoring case if that matches one student only. */
const index = <S extends StudentIdentity>(
  students: readonly S[],
  ...identities: readonly ((student: S) => string | null)[]
): ((text: string) => S | undefined) => {
  const exact = new Map<string, S>();
  const loose = new Map<string, S | null>();
  for (const of of identities)
    for (const student of students) {
      const text = of(student);
      if (text === null) continue;
      if (!exact.has(text)) exact.set(text, student);
      const key = plain(text);
      const other = loose.get(key);
      loose.set(key, other === undefined || other === student ? student : null);
    }
  return (text) => exact.get(text.trim()) ?? loose.get(plain(text)) ?? undefined;
};

/**
 * Finds students of a class by what a row gives. A registration number is a university ID or else a roll
 * number. If a row gives several identities, all must mean the same student.
 */
export const createStudentFinder = <S extends StudentIdentity>(
  students: readonly S[],
): ((row: GivenIdentity) => Found<S>) => {
  const byRollNo = index(students, (student) => student.rollNo);
  const byNumber = index(
    students,
    (student) => student.univId,
    (student) => student.rollNo,
  );
  const byEmail = index(students, (student) => student.studentEmail);
  return (row) => {
    const found: { field: keyof GivenIdentity; student: S | undefined }[] = [];
    if (row.registrationNumber !== null)
      found.push({ field: 'registrationNumber', student: byNumber(row.registrationNumber) });
    if (row.rollNo !== null) found.push({ field: 'rollNo', student: byRollNo(row.rollNo) });
    if (row.email !== null) found.push({ field: 'email', student: byEmail(row.email) });
    const [first] = found;
    if (!first) return { blank: true };
    for (const { field, student } of found) {
      if (!student) return { missing: field };
      if (student !== first.student) return { contradiction: field };
    }
    return first.student ? { student: first.student } : { missing: first.field };
  };
};
