import type { Endpoint } from '@campus/contract';
import { type Operation, operationOf } from './operation.ts';
import { refusalResponses } from './refusals.ts';
import { Components } from './schemas.ts';

/** What the author of a client needs to know first, in that order. */
export const introduction = {
  paragraphs: [
    'The API of Campus: its own screens use nothing else. ' +
      'This document is generated from the table of endpoints that the server uses, so the two cannot differ.',
    'Signing in takes three steps. The identity service checks e-mail and password and keeps the ' +
      'session in a cookie; it issues ID tokens that are valid for 15 minutes; and the ID token is ' +
      'the bearer token of every call here. POST /auth/login returns whom it belongs to. A program ' +
      'that is not a browser sends an Origin header with the address of the campus.',
    'Bodies are JSON in UTF-8, dates are YYYY-MM-DD and must exist, ids are opaque. Unknown fields ' +
      'of a body are refused by name. E-mail addresses are compared ignoring case.',
    'A list returns the whole array or, with limit, one page of it, with the total in X-Total-Count ' +
      'and the address of the next page in Link. Reads have an ETag, and return 304 if the caller ' +
      'sends it back and nothing has changed.',
    'An error has a sentence for a person in message, a code for a program in error, and the fields ' +
      'concerned in details.',
  ],
  signIn: (origin: string): string =>
    [
      `curl -c jar -H 'Origin: ${origin}' -H 'Content-Type: application/json' \\`,
      `  -d '{"email": "you@example.edu", "password": "…"}' ${origin}/identity/sign-in/email`,
      `curl -b jar ${origin}/identity/token`,
      `curl -H 'Authorization: Bearer …' ${origin}/api/campus`,
    ].join('\n'),
} as const;

/** Turns `/students/:email` into `/students/{email}`. */
const pathOf = ({ path }: Endpoint): string => path.replaceAll(/:(\w+)/g, '{$1}');

/** The endpoints as an OpenAPI 3.1 document, in the order they were mounted. */
export const openApiDocument = (endpoints: readonly Endpoint[]) => {
  const components = new Components();
  const responses = refusalResponses(endpoints, components);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints) {
    const path = (paths[pathOf(endpoint)] ??= {});
    path[endpoint.method.toLowerCase()] = operationOf(endpoint, components);
  }
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Campus',
      version: '1',
      description: introduction.paragraphs.join('\n\n'),
    },
    servers: [{ url: '/api', description: 'This campus' }],
    security: [{ bearer: [] }],
    tags: [...new Set(operations.flatMap(({ tags }) => tags))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The ID token of the identity service.',
        },
      },
      schemas: components.schemas,
      responses,
    },
  };
};

export type OpenApiDocument = ReturnType<typeof openApiDocument>;
