// Tries Campus against the Authentication emulator of firebase-tools; see docs/identity.md:
// node scripts/try-firebase.js <address of the demo campus> <address of the emulator>
import assert from 'node:assert/strict';
import { readArguments } from './arguments.js';

const [campus, emulator] = readArguments(
  'node scripts/try-firebase.js http://localhost:8080 http://127.0.0.1:9099',
  { allowPositionals: true },
  ({ positionals }) => positionals.length === 2 && positionals.every((one) => URL.canParse(one)),
).positionals;
const project = 'demo-campus';
const password = 'campus-demo-1';
const toolkit = `${emulator}/identitytoolkit.googleapis.com/v1`;

/** Posts JSON or a form; returns status and body. */
async function post(address, body, token) {
  const form = body instanceof URLSearchParams;
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      ...(!form && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: form ? body : JSON.stringify(body ?? {}),
  });
  const text = await answer.text();
  return { status: answer.status, body: text ? JSON.parse(text) : {} };
}

const signIn = (email, secret = password) =>
  post(`${toolkit}/accounts:signInWithPassword?key=any`, {
    email,
    password: secret,
    returnSecureToken: true,
  });
const refresh = (refresh_token) =>
  post(
    `${emulator}/securetoken.googleapis.com/v1/token?key=any`,
    new URLSearchParams({ grant_type: 'refresh_token', refresh_token }),
  );
const login = (idToken) => post(`${campus}/api/auth/login`, { idToken });
const said = (sentence) => console.log(`ok  ${sentence}`);
const resetCode = async (email) => {
  const list = await fetch(`${emulator}/emulator/v1/projects/${project}/oobCodes`);
  const { oobCodes } = await list.json();
  return oobCodes.findLast((one) => one.email === email)?.oobCode;
};

const student = await signIn('student@example.edu');
assert.equal((await login(student.body.idToken)).body.role, 'student');
said('the demo student signs in at Firebase, and Campus knows who it is');

assert.equal((await signIn('student@example.edu', 'wrong')).status, 400);
assert.equal((await login(`${student.body.idToken}x`)).status, 401);
said('a wrong password opens nothing, and a token with a signature that nobody expects neither');

const renewed = await refresh(student.body.refreshToken);
assert.equal((await login(renewed.body.id_token)).status, 200);
said('the token is renewed with the refresh token');

const admin = (await signIn('admin@example.edu')).body.idToken;
const email = `ada.${Date.now()}@example.edu`;
const added = await post(`${campus}/api/uploadStudent`, { name: 'Ada', email }, admin);
assert.equal(added.status, 201);
let invitation;
const deadline = Date.now() + 30_000;
while (!invitation && Date.now() < deadline) {
  const mails = await (await fetch(`${campus}/demo/mail`)).text();
  const [, latest] = /href="(\/demo\/mail\/\d+)"/.exec(mails) ?? [];
  const mail = latest ? await (await fetch(campus + latest)).text() : '';
  const code = await resetCode(email);
  if (code && mail.includes(`/set-password#token=${code}`)) invitation = code;
}
assert(invitation, 'No invitation came.');
said('a new student has an account there, and the invitation in their mail carries its code');

const chosen = { oobCode: invitation, newPassword: 'correct horse battery' };
assert.equal((await post(`${toolkit}/accounts:resetPassword?key=any`, chosen)).body.email, email);
const ada = (await signIn(email, 'correct horse battery')).body;
assert.equal((await login(ada.idToken)).body.name, 'Ada');
said('they choose a password by it, and sign in');

const asked = { requestType: 'PASSWORD_RESET', email };
assert.equal((await post(`${toolkit}/accounts:sendOobCode?key=any`, asked)).status, 200);
const again = { oobCode: await resetCode(email), newPassword: 'another horse battery' };
assert.equal((await post(`${toolkit}/accounts:resetPassword?key=any`, again)).status, 200);
assert.equal(
  (await login((await signIn(email, 'another horse battery')).body.idToken)).status,
  200,
);
said('a forgotten password is chosen again by the mail of Firebase');

const adaNow = (await signIn(email, 'another horse battery')).body;
const deactivated = await post(
  `${campus}/api/people/${added.body.id}/deactivate`,
  undefined,
  admin,
);
assert.equal(deactivated.status, 200);
assert.equal((await login(adaNow.idToken)).status, 403);
assert.match((await signIn(email, 'another horse battery')).body.error.message, /^USER_DISABLED/);
assert.match(
  (await refresh(adaNow.refreshToken)).body.error.message,
  /^(USER_DISABLED|TOKEN_EXPIRED)/,
);
said('deactivated, they are shut out of Campus, and get no token at Firebase');

assert.equal(
  (await post(`${campus}/api/people/${added.body.id}/reactivate`, undefined, admin)).status,
  200,
);
assert.equal((await signIn(email, 'another horse battery')).status, 200);
said('reactivated, they sign in again');
