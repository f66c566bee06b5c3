/** SQL of the entries of a stored posting: two, as the engine writes them, that add up to zero. */
export function entriesOf(account: string, amount: string): string {
  return `jsonb_build_array(
    jsonb_build_object('account', 'cash:' || ${account}, 'amountVnd', (${amount})::text),
    jsonb_build_object('account', 'house:fees:demo', 'amountVnd', (-(${amount}))::text))`;
}
