export { type Check, databaseChecks, machineChecks, outsideChecks } from './checks.ts';
export { createSystem, type SystemParts } from './system.service.ts';
