/** The fields of a student that a teacher may ask to correct. */
export const correctableFields = ['contactNo', 'address'] as const;
export type CorrectableField = (typeof correctableFields)[number];

/** One field of a request; values are texts as a person reads them, null being blank, absent where they are not shown. */
export interface CorrectionChange {
  readonly field: CorrectableField;
  /** What the record said when the request was made. */
  readonly was?: string | null | undefined;
  /** What it says now. */
  readonly now?: string | null | undefined;
  readonly proposed?: string | null | undefined;
}

/** Values of a record that a person has looked at, by field. */
export type SeenValues = { readonly [F in CorrectableField]?: string | null | undefined };

/**
 * The changes whose field says something else than the administrator has seen; without a word about a
 * field that is what stood there when the request was made. A field that says what is proposed by now
 * needs no second look: approving it changes nothing.
 */
export const changedMeanwhile = (
  changes: readonly CorrectionChange[],
  seen: SeenValues = {},
): CorrectionChange[] =>
  changes.filter(({ field, was, now, proposed }) => {
    const looked = seen[field];
    return now !== (looked === undefined ? was : looked) && now !== proposed;
  });
