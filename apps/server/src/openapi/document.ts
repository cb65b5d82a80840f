import type { Endpoint } from '@campus/contract';
import { Components } from './components.ts';
import { introduction } from './introduction.ts';
import type { Method, OpenApiDocument, Operation } from './model.ts';
import { operationOf } from './operation.ts';
import { refusalResponses } from './refusals.ts';

/** `/students/:email` as OpenAPI writes it. */
const pathOf = ({ path }: Endpoint): string => path.replaceAll(/:(\w+)/g, '{$1}');

/** The calls of Campus as an OpenAPI 3.1 document, in the order they were mounted. */
export const openApiDocument = (endpoints: readonly Endpoint[]): OpenApiDocument => {
  const components = new Components();
  const responses = refusalResponses(endpoints, components);
  const paths: Record<string, Partial<Record<Method, Operation>>> = {};
  for (const endpoint of endpoints) {
    const path = (paths[pathOf(endpoint)] ??= {});
    path[endpoint.method.toLowerCase() as Method] = operationOf(endpoint, components);
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
