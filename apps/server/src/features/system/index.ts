export { type Check, databaseChecks, machineChecks, externalChecks } from './checks.ts';
export { createSystem, type SystemParts } from './system.service.ts';
