/**
 * Compresses long replies for clients that accept it: the list of contracts is a quarter of a megabyte of text, in
 * brotli a tenth of that. The client's files were compressed when built. Only reads are compressed (`bind-route.ts`):
 * replies to orders are short, and their path has no unnecessary hook.
 */
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Below this size compression takes longer than it saves. */
const LEAST_BYTES = 4096;
/** Up to this size compression is synchronous; longer replies use another thread, so that orders do not wait. */
const AT_ONCE_BYTES = 16_384;

export async function compressReplies(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    customTypes: /^application\/json\b/,
    threshold: LEAST_BYTES,
    syncThreshold: AT_ONCE_BYTES,
    // Request bodies are never decompressed: a small body could become a huge one.
    globalDecompression: false,
  });
}
