import { type Access, type Duty, mayCall } from '@campus/contract';
import { createContext, type ReactNode, useContext } from 'react';
import { useSession } from './use-session.ts';

/** What of the contract says who may call. */
export interface Needed {
  readonly method: string;
  readonly access: Access;
}

/** The duty of the administrator whose page it is; null for all of it, and for others. */
export const DutyContext = createContext<Duty | null>(null);

/** Whether the person may make a call: what they may not do, or read, is not drawn. */
export const useMayCall = () => {
  const duty = useContext(DutyContext);
  const role = useSession()?.role ?? 'admin';
  return (needed: Needed): boolean => mayCall(needed, { role, duty });
};

interface MayProps {
  readonly call: Needed;
  readonly children: ReactNode;
}

/** Drawn where the person may make the call. */
export const May = ({ call, children }: MayProps) => (useMayCall()(call) ? children : null);
