/** What was done, said once where every page says such things. */
export async function notifyDone(text: string): Promise<void> {
  const { toast } = await import('#design/ui/feedback/toaster.tsx');
  toast.success(text);
}
