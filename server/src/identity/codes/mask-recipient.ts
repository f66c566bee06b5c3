/** Where a code went, told so that its owner knows it and nobody learns it: `a•••@mua.demo`, `090•••••01`. */
export function maskRecipient(recipient: string): string {
  const at = recipient.lastIndexOf('@');
  if (at > 0) return `${recipient.slice(0, 1)}•••${recipient.slice(at)}`;
  return `${recipient.slice(0, 3)}•••••${recipient.slice(-2)}`;
}
