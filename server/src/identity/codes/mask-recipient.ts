/** Masks an address so that its owner recognises it and nobody else learns it: `a•••@mua.demo`, `090•••••01`. */
export function maskRecipient(recipient: string): string {
  const at = recipient.lastIndexOf('@');
  if (at > 0) return `${recipient.slice(0, 1)}•••${recipient.slice(at)}`;
  return `${recipient.slice(0, 3)}•••••${recipient.slice(-2)}`;
}
