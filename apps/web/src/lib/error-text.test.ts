import { expect, it } from 'vitest';
import { CallError } from './call-error.ts';
import { errorText, fieldErrors, serverText } from './error-text.ts';

it('writes the days in refusals as the pages do', () => {
  const message = 'The term of this subject ends on 2026-11-30. Choose that day or earlier.';
  const shown = 'The term of this subject ends on 30 Nov 2026. Choose that day or earlier.';
  const refusal = new CallError(422, 'invalid', message, [{ field: 'heldOn', message }]);
  expect(errorText(refusal, '')).toBe(shown);
  expect(serverText(refusal, '')).toBe(shown);
  expect(fieldErrors(refusal)).toEqual({ heldOn: shown });
});
