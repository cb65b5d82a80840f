import { Button } from '@mantine/core';
import { IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { campusQuery } from '../../lib/campus.ts';
import { useConnected } from '../../lib/connection.ts';
import classes from './connection-line.module.css';

interface ConnectionLineProps {
  /** A submission of this class waits for the network. */
  readonly waits: boolean;
  readonly onTakeBack: () => void;
}

/** How often Campus is asked whether it can be reached again, in milliseconds. */
const asking = 10_000;

const textOf = (connected: boolean, waits: boolean): string => {
  const kept = 'Your marks are kept on this device and will be submitted';
  if (connected) return `${kept} in a moment.`;
  return waits
    ? `No connection. ${kept} when it is back.`
    : `No connection. ${kept} when it is back, once you press Submit Attendance.`;
};

/** Says that there is no network, and what becomes of the marks. Nothing while all is well. */
export const ConnectionLine = ({ waits, onTakeBack }: ConnectionLineProps) => {
  const connected = useConnected();
  useQuery({ ...campusQuery, refetchInterval: connected ? false : asking });
  const quiet = connected && !waits;
  const Icon = connected ? IconCloudUp : IconCloudOff;
  return (
    <div className={classes['line']} data-quiet={quiet || undefined}>
      {!quiet && <Icon size={20} stroke={1.75} aria-hidden />}
      <output>{!quiet && textOf(connected, waits)}</output>
      {waits && (
        <Button variant="default" size="compact-sm" onClick={onTakeBack}>
          Do not submit
        </Button>
      )}
    </div>
  );
};
