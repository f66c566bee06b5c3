/** Reads a time as somebody types it, as `09:30`: `9`, `9:30`, `9h30` and `0930` are all times of day. */
export function readTimeOfDay(typed: string): string | undefined {
  const match = /^(\d{1,2})(?:[:h.]?(\d{2})|h)?$/i.exec(typed.trim());
  const [hours, minutes] = [Number(match?.[1] ?? 24), Number(match?.[2] ?? 0)];
  if (hours > 23 || minutes > 59) return undefined;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}
