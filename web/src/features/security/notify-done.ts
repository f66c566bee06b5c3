/** Shows what was done as a toast, where every page shows such messages. */
export async function notifyDone(text: string): Promise<void> {
  const { toast } = await import('#design/ui/feedback/toaster.tsx');
  toast.success(text);
}
