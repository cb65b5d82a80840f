import { z } from 'zod';
import { adminOnly, endpoint, everyone } from '../../endpoint.ts';
import { textOrNull } from '../../values/replies.ts';
import { requiredText } from '../../values/requests.ts';
import { gradingScaleLimits as limits, scaleProblems } from './grading-scale.rules.ts';

const examOffice = adminOnly('exam_office');

const grade = z.object({ letter: z.string(), fromPercent: z.number(), points: z.number() });

export const gradingScale = z.object({
  version: z.int(),
  /** Highest first; the last one begins at 0. */
  grades: z.array(grade),
  /** Null for the default scale. */
  setBy: textOrNull,
  /** ISO 8601 in UTC. */
  setAt: z.string(),
});
export type GradingScale = z.infer<typeof gradingScale>;

export const readGradingScale = endpoint('GET /grading-scale', everyone, {
  summary: 'The grading scale: letters, the percentage each begins at, and their points',
  reply: gradingScale,
});

const givenGrade = z.strictObject({
  letter: requiredText(limits.letter, 'Letter'),
  fromPercent: z
    .number('From must be a number')
    .min(0, 'From must be at least 0')
    .max(100, 'From must be at most 100')
    .multipleOf(0.1, 'From has at most one decimal'),
  points: z
    .number('Points must be a number')
    .min(0, 'Points must be at least 0')
    .max(limits.points, `Points must be at most ${limits.points}`)
    .multipleOf(0.01, 'Points have at most two decimals'),
});

/** Earlier scales are kept: closed terms keep their letters. The `details` of a 409 are the current scale. */
export const setGradingScale = endpoint('PUT /grading-scale', examOffice, {
  act: 'grading_scale_set',
  summary: 'Set the grading scale; it applies at once to results in terms not yet closed',
  body: z
    .strictObject({
      grades: z
        .array(givenGrade)
        .min(2, 'A scale has at least two grades')
        .max(limits.grades, `A scale has at most ${limits.grades} grades`),
    })
    .superRefine(({ grades }, context) => {
      for (const { index, field, message } of scaleProblems(grades))
        context.addIssue({ code: 'custom', path: ['grades', index, field], message });
    }),
  reply: gradingScale,
  ifMatch: true,
});

export const gradingScaleHistory = endpoint('GET /grading-scale/history', examOffice, {
  summary: 'All grading scales so far, latest first, with who set them and when',
  reply: z.array(gradingScale),
});
