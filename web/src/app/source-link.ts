/**
 * Where an error was thrown, as an address that the developer's editor opens
 * (docs/rules/connections.md#startup-configuration).
 */

export interface SourcePlace {
  readonly editor: string;
  /** Folder of the client's sources, as the build was told. */
  readonly root: string;
  readonly stack: string | undefined;
}

/** The first line of the stack that is a file of ours while developing; null in a build, whose files have no lines. */
export function sourceLink({ editor, root, stack }: SourcePlace): string | null {
  const [, file, line, column] = /https?:\/\/[^/\s]+\/(src\/[^\s?:]+)[^\s:]*:(\d+):(\d+)/.exec(stack ?? '') ?? [];
  return file === undefined ? null : `${editor}://file${root}/${file}:${line}:${column}`;
}
