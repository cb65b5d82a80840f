import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { timeOfInstant } from '../lib/instant.ts';
import { ClassNotice } from './class-notice.tsx';

/** What `useForm` knows about an unsent draft. */
export interface DraftOffer {
  /** When the draft was begun, as a timestamp; null if none is offered. */
  readonly begun: string | null;
  /** Another tab keeps its own draft of this form. */
  readonly elsewhere: boolean;
  readonly onKeep: () => void;
  readonly onStartAgain: () => void;
  readonly onTakeOver: () => void;
  /** Deletes the draft without asking, because the person cancelled the form. */
  readonly onGiveUp: () => void;
}

/** Says that an earlier draft was restored, or that only another tab's text is kept. */
export const DraftNotice = (props: DraftOffer) => {
  const { begun, elsewhere, onKeep, onStartAgain, onTakeOver } = props;
  const icon = <IconDeviceFloppy size={22} stroke={1.75} aria-hidden />;
  if (elsewhere)
    return (
      <ClassNotice
        icon={icon}
        actions={
          <Button variant="default" onClick={onTakeOver}>
            Keep this one
          </Button>
        }
      >
        You are editing this in another tab, too. The text in that tab is kept on this device.
      </ClassNotice>
    );
  return (
    begun !== null && (
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
        {`You began this on ${timeOfInstant(begun)}. Keep it or start again.`}
      </ClassNotice>
    )
  );
};
