export { demoAccounts, demoPassword } from './generate.ts';
export { loadDemo } from './load.ts';
export { MAIL_PAGE, mailRoutes } from './mail.routes.ts';
