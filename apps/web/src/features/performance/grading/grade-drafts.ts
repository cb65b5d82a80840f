import { type Grade, gradingScaleLimits, scaleProblems } from '@campus/contract';

/** A grade as typed. `key` identifies a line while others come and go. */
export interface GradeDraft {
  readonly key: number;
  readonly letter: string;
  readonly fromPercent: string;
  readonly points: string;
}

export type GradeProblems = Readonly<Record<number, Partial<Record<keyof Grade, string>>>>;

export const draftsOf = (grades: readonly Grade[]): GradeDraft[] =>
  grades.map(({ letter, fromPercent, points }, key) => ({
    key,
    letter,
    fromPercent: String(fromPercent),
    points: String(points),
  }));

/** Parses the drafts, which a form keeps as JSON text. */
export const draftsIn = (text: string): readonly GradeDraft[] =>
  JSON.parse(text) as readonly GradeDraft[];

export const blankDraft = (drafts: readonly GradeDraft[]): GradeDraft => ({
  key: Math.max(-1, ...drafts.map(({ key }) => key)) + 1,
  letter: '',
  fromPercent: '',
  points: '',
});

/** Parses a number up to 100 with at most so many decimals, after a point or a comma; else undefined. */
const readNumber = (text: string, decimals: number): number | undefined => {
  const pattern = new RegExp(`^\\d{1,3}(?:[.,]\\d{1,${decimals}})?$`);
  if (!pattern.test(text.trim())) return undefined;
  const number = Number(text.trim().replace(',', '.'));
  return number <= 100 ? number : undefined;
};

const draftProblems = (draft: GradeDraft): Partial<Record<keyof Grade, string>> => ({
  ...(!draft.letter.trim() && { letter: 'Letter is missing' }),
  ...(draft.letter.trim().length > gradingScaleLimits.letter && {
    letter: `At most ${gradingScaleLimits.letter} characters`,
  }),
  ...(readNumber(draft.fromPercent, 1) === undefined && {
    fromPercent: 'From 0 to 100, one decimal',
  }),
  ...(readNumber(draft.points, 2) === undefined && { points: 'From 0 to 100, two decimals' }),
});

/** The grades as typed, or the problems by `key`. */
export const readDrafts = (
  drafts: readonly GradeDraft[],
): { readonly grades: readonly Grade[] } | { readonly problems: GradeProblems } => {
  const problems: Record<number, Partial<Record<keyof Grade, string>>> = {};
  for (const draft of drafts) {
    const wrong = draftProblems(draft);
    if (Object.keys(wrong).length > 0) problems[draft.key] = wrong;
  }
  if (Object.keys(problems).length > 0) return { problems };
  const grades = drafts.map((draft) => ({
    letter: draft.letter.trim(),
    fromPercent: readNumber(draft.fromPercent, 1) ?? 0,
    points: readNumber(draft.points, 2) ?? 0,
  }));
  for (const { index, field, message } of scaleProblems(grades)) {
    const key = drafts[index]?.key ?? 0;
    problems[key] = { ...problems[key], [field]: message };
  }
  return Object.keys(problems).length > 0 ? { problems } : { grades };
};
