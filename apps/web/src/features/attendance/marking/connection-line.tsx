import { Button } from '@mantine/core';
import { IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { campusQuery } from '../../../lib/campus.ts';
import { useConnected } from '../../../lib/connection.ts';
import type { ClassMarking } from './use-class-marking.ts';
import classes from './connection-line.module.css';

/** How often Campus is asked whether it can be reached again, in milliseconds. */
const askEvery = 10_000;

const textOf = (connected: boolean, waits: boolean): string => {
  const kept = 'Your marks are kept on this device and will be submitted';
  if (connected) return `${kept} in a moment.`;
  return waits
    ? `No connection. ${kept} when it is back.`
    : `No connection. ${kept} when it is back, once you press Submit Attendance.`;
};

/** Says that there is no network, and what becomes of the marks. Nothing while all is well. */
export const ConnectionLine = ({ marking }: { readonly marking: ClassMarking }) => {
  const { waits, cancelWaiting } = marking;
  const connected = useConnected();
  useQuery({ ...campusQuery, refetchInterval: connected ? false : askEvery });
  const isWell = connected && !waits;
  const Icon = connected ? IconCloudUp : IconCloudOff;
  return (
    <div className={classes['line']} data-well={isWell || undefined}>
      {!isWell && <Icon size={20} stroke={1.75} aria-hidden />}
      <output>{!isWell && textOf(connected, waits)}</output>
      {waits && (
        <Button variant="default" size="compact-sm" onClick={cancelWaiting}>
          Do not submit
        </Button>
      )}
    </div>
  );
};
