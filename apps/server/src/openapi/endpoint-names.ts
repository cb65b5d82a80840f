import * as contract from '@campus/contract';
import type { Endpoint } from '@campus/contract';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value;

/** Each endpoint of the contract with its name, which is its place there: `attendance.submitAttendance`. */
export const endpointNames: ReadonlyMap<Endpoint, string> = new Map(
  Object.entries(contract).flatMap(([group, exported]) =>
    Object.entries(typeof exported === 'object' ? exported : {}).flatMap(
      ([name, value]: [string, unknown]) =>
        isEndpoint(value) ? [[value, `${group}.${name}`] as const] : [],
    ),
  ),
);

/** @throws when it is none of the contract's */
export const nameOf = (endpoint: Endpoint): string => {
  const name = endpointNames.get(endpoint);
  if (name === undefined)
    throw new Error(`${endpoint.method} ${endpoint.path} is not in the contract.`);
  return name;
};
