/**
 * Checks that database errors become codes of the catalogue, and that a lost connection is not reported as the caller's
 * fault.
 */
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { installErrorReplies } from '#http/error-reply.ts';

async function replyTo(error: Error): Promise<[number, string]> {
  const app = Fastify();
  installErrorReplies(app);
  app.get('/', () => {
    throw error;
  });
  const reply = await app.inject('/');
  await app.close();
  return [reply.statusCode, reply.json().code];
}

test.each([
  [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), [503, 'DatabaseConnectionError']],
  [Object.assign(new Error('going down'), { code: '57P01' }), [503, 'DatabaseConnectionError']],
  [Object.assign(new Error('protocol'), { code: '08006' }), [503, 'DatabaseConnectionError']],
  [new Error('Connection terminated unexpectedly'), [503, 'DatabaseConnectionError']],
  [Object.assign(new Error('twice'), { code: '23505' }), [409, 'DatabaseDuplicateKey']],
  [new Error('a bug of ours'), [500, 'DefaultError']],
])('%s', async (error, reply) => expect(await replyTo(error)).toEqual(reply));
