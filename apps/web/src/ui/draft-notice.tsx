import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { timeOfInstant } from '../lib/instant.ts';
import { ClassNotice } from './class-notice.tsx';

/** What `useForm` knows about an unsent draft. */
export interface DraftOffer {
  /** When the draft was begun, as a timestamp; null if none is offered. */
  readonly startedAt: string | null;
  /** Another tab keeps its own draft of this form. */
  readonly inOtherTab: boolean;
  readonly onKeep: () => void;
  readonly onStartAgain: () => void;
  readonly onUseHere: () => void;
  /** Deletes the draft without asking, because the person cancelled the form. */
  readonly onDiscard: () => void;
}

/** Says that an earlier draft was restored, or that only another tab's text is kept. */
export const DraftNotice = (props: DraftOffer) => {
  const { startedAt, inOtherTab, onKeep, onStartAgain, onUseHere } = props;
  const icon = <IconDeviceFloppy size={22} stroke={1.75} aria-hidden />;
  if (inOtherTab)
    return (
      <ClassNotice
        icon={icon}
        actions={
          <Button variant="default" onClick={onUseHere}>
            Keep this one
          </Button>
        }
      >
        You are editing this in another tab, too. The text in that tab is kept on this device.
      </ClassNotice>
    );
  return (
    startedAt !== null && (
      <ClassNotice
        icon={icon}
        actions={
          <>
            <Button variant="default" onClick={onStartAgain}>
              Start again
            </Button>
            <Button variant="light" onClick={onKeep}>
              Keep it
            </Button>
          </>
        }
      >
        {`You began this on ${timeOfInstant(startedAt)}. Keep it or start again.`}
      </ClassNotice>
    )
  );
};
