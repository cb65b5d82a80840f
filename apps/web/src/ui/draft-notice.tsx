import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { timeOfInstant } from '../lib/instant.ts';
import { ClassNotice } from './class-notice.tsx';

/** What `useForm` knows of what was typed before and not sent. */
export interface DraftOffer {
  /** When it was begun, an instant; null when nothing is offered. */
  readonly begun: string | null;
  /** Another tab keeps what is typed there into the same form. */
  readonly elsewhere: boolean;
  readonly onKeep: () => void;
  readonly onStartAgain: () => void;
  readonly onTakeOver: () => void;
  /** Forgets it without another word: the form is left on purpose. */
  readonly onGiveUp: () => void;
}

/** Says that what was typed before is back, or that only the text of another tab is kept. */
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
        You type this in another tab, too. What stands there is kept on this device.
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
