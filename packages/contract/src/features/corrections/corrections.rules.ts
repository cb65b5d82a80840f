/** The fields of a student that a teacher may ask to correct. */
export const correctableFields = ['contactNo', 'address'] as const;
export type CorrectableField = (typeof correctableFields)[number];

/** One field of a request. Values are as a person reads them: null if blank, absent if not shown to the reader. */
export interface CorrectionChange {
  readonly field: CorrectableField;
  /** The value when the request was made. */
  readonly was?: string | null | undefined;
  /** The current value. */
  readonly now?: string | null | undefined;
  readonly proposed?: string | null | undefined;
}

/** The values of a record that the administrator has seen, by field. */
export type SeenValues = { readonly [F in CorrectableField]?: string | null | undefined };

/**
 * Returns the changes whose current value the administrator has not seen; for a field absent from `seen`
 * that is any value other than at the time of the request. A field that already has the proposed value
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
