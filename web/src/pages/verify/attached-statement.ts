/** The JSON that a statement's PDF carries: the stream of its only attachment, unpacked on this machine. */

/** Undefined where there is none that can be read. */
export async function attachedStatement(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array | undefined> {
  const text = new TextDecoder('latin1').decode(bytes);
  const head = text.indexOf('/Type /EmbeddedFile');
  const from = text.indexOf(STREAM, head);
  const to = text.indexOf(STREAM_END, from);
  if (head < 0 || from < 0 || to < 0) return undefined;
  const packed = new Blob([bytes.subarray(from + STREAM.length, to)]);
  try {
    const unpacked = packed.stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(unpacked).arrayBuffer());
  } catch {
    return undefined;
  }
}

const STREAM = 'stream\n';
const STREAM_END = '\nendstream';
