import * as contract from '@campus/contract';
import type { Endpoint } from '@campus/contract';
import { endpointsOf } from '../http/mount.ts';

/** The contract's endpoints with their names, such as `attendance.submitAttendance`. */
export const endpointNames: ReadonlyMap<Endpoint, string> = new Map(
  Object.entries(contract).flatMap(([group, exported]) =>
    endpointsOf(Object(exported)).map(([name, endpoint]) => [endpoint, `${group}.${name}`]),
  ),
);

/** @throws if the endpoint is not in the contract */
export const nameOf = (endpoint: Endpoint): string => {
  const name = endpointNames.get(endpoint);
  if (name === undefined)
    throw new Error(`${endpoint.method} ${endpoint.path} is not in the contract.`);
  return name;
};
