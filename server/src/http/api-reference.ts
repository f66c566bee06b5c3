/**
 * The API reference at `/docs/api`: `/openapi.json` shown by Swagger UI, from local files. It can't send requests: they
 * need a session and a CSRF header, which a documentation page should not have.
 */
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { packageFile } from '#ground/server-files.ts';

const PATH = '/docs/api';
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mùa API</title>
<link rel="stylesheet" href="${PATH}/swagger-ui.css">
<style>.scheme-container { display: none }</style>
</head>
<body>
<main id="reference"></main>
<script src="${PATH}/swagger-ui-bundle.js"></script>
<script src="${PATH}/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: [],
  validatorUrl: null,
});
`;

export async function serveApiReference(app: FastifyInstance): Promise<void> {
  const hidden = { schema: { hide: true } };
  app.get(PATH, hidden, (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  app.get(`${PATH}/start.js`, hidden, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START));
  await app.register(fastifyStatic, {
    root: dirname(packageFile('swagger-ui-dist/package.json')),
    prefix: `${PATH}/`,
    // The client's own registration has decorated replies already.
    decorateReply: false,
    index: false,
    cacheControl: false,
    setHeaders: (response) => response.header('cache-control', 'no-cache'),
    allowedPath: (path) => FILES.includes(path.replace(/^\//, '')),
  });
}
