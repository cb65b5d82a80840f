import { useEffect, useState } from 'react';
import { isMissing } from '../../../lib/call-error.ts';
import { errorText } from '../../../lib/error-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { onOutcome, type Outcome } from './sending/submission-queue.ts';

const textOf = ({ submission: { label }, error }: Outcome): string =>
  error === null
    ? `Your connection is back. ${label} was submitted.`
    : `Your connection is back, but ${label} was not submitted. ${errorText(error, '')} Your marks are still on this device: ${isMissing(error) ? 'they are shown here if you cannot open the class any more' : 'open the class to see them'}.`;

/** Says how submissions that had waited for the network ended, until each notice is dismissed. */
export const OutcomeNotices = () => {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  useEffect(() => onOutcome((outcome) => setOutcomes((before) => [...before, outcome])), []);
  const dismiss = (read: Outcome) =>
    setOutcomes((before) => before.filter((outcome) => outcome !== read));
  return outcomes.map((outcome) => (
    <Banner
      key={`${outcome.submission.label} ${outcome.submission.pressedAt}`}
      kind={outcome.error === null ? 'success' : 'error'}
      onDismiss={() => dismiss(outcome)}
    >
      {textOf(outcome)}
    </Banner>
  ));
};
