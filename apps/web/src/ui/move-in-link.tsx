import { moveIn } from '@campus/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { May } from '../lib/may-call.tsx';

export const MoveInLink = () => (
  <May call={moveIn.readMoveIn}>
    <Button variant="default" renderRoot={(props) => <Link to="/admin/move-in" {...props} />}>
      Move in from another system
    </Button>
  </May>
);
