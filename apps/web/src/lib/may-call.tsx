import { type Access, type Duty, mayCall } from '@campus/contract';
import { createContext, type ReactNode, useContext } from 'react';
import { useSession } from './use-session.ts';

/** The part of an endpoint that says who may call it. */
export interface Needed {
  readonly method: string;
  readonly access: Access;
}

/** The duty of the signed-in administrator; null with full rights, and for other roles. */
export const DutyContext = createContext<Duty | null>(null);

/** Returns a check whether the person may make a call; what they may not do or read is not shown. */
export const useMayCall = () => {
  const duty = useContext(DutyContext);
  const role = useSession()?.role ?? 'admin';
  return (needed: Needed): boolean => mayCall(needed, { role, duty });
};

interface MayProps {
  readonly call: Needed;
  readonly children: ReactNode;
}

/** Shows its children only if the person may make the call. */
export const May = ({ call, children }: MayProps) => (useMayCall()(call) ? children : null);
