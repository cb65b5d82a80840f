export { demoAccounts, demoPassword } from './generate.ts';
export { loadDemo } from './load.ts';
export { mailRoutes } from './mail.routes.ts';
