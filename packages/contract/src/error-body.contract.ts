import { z } from 'zod';
import { type ErrorCode, errorCodes } from './errors.ts';

/** The body of every error reply. `details` depends on the code. */
export const errorBody = z.object({
  message: z.string(),
  error: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  details: z.array(z.unknown()).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
