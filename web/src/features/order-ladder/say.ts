/** What ladder and keys leave undone, or do out of sight, is said: who does not look believes otherwise. */
import { toast } from '#design/ui/feedback/toaster.tsx';

export function say(text: string): void {
  toast.info(text, { id: 'said-by-keys' });
}
