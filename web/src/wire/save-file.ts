/** Gives what is in memory to whoever sits there, as a file. The browser keeps it until it is written; then it lets go. */
const WRITTEN_AFTER_MS = 60_000;

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), WRITTEN_AFTER_MS);
}
