/** What the server says of an account number or an agent's code while they are typed. */
import { checkAgentCode, checkCustomerCode, type Existence } from '@mua/contract/http/registration';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSettled } from '#design/use-settled.ts';
import { PUBLIC } from '#market/contracts.ts';
import { accountNumberOf, NUMBER_DIGITS } from '#pages/sign-up/sign-up-draft.ts';
import { call } from '#wire/call.ts';

export type Checked =
  /** Nothing to ask about. */
  | { readonly state: 'none' }
  | { readonly state: 'checking' }
  /** No answer: the form is checked as a whole when it is sent. */
  | { readonly state: 'unknown' }
  | { readonly state: 'told'; readonly existence: Existence };

const FRESH_MS = 60_000;

export function numberQuery(digits: string) {
  return queryOptions({
    queryKey: [PUBLIC, 'customer-code', digits] as const,
    queryFn: ({ signal }) => call(checkCustomerCode, { query: { value: accountNumberOf(digits) }, signal }),
    staleTime: FRESH_MS,
    retry: false,
  });
}

function agentQuery(code: string) {
  return queryOptions({
    queryKey: [PUBLIC, 'agent-code', code] as const,
    queryFn: ({ signal }) => call(checkAgentCode, { query: { value: code }, signal }),
    staleTime: FRESH_MS,
    retry: false,
  });
}

/** Each question counts against the network that it comes from, so none is asked while somebody is still typing. */
export function useCheckedNumber(digits: string): Checked {
  const settled = useSettled(digits);
  const isWhole = digits.length === NUMBER_DIGITS;
  const asked = useQuery({ ...numberQuery(settled), enabled: isWhole && settled === digits });
  return checked({ isAsked: isWhole, isSettled: settled === digits, asked });
}

export function useCheckedAgent(typed: string): Checked {
  const code = typed.trim().toUpperCase();
  const settled = useSettled(code);
  const asked = useQuery({ ...agentQuery(settled), enabled: code !== '' && settled === code });
  return checked({ isAsked: code !== '', isSettled: settled === code, asked });
}

function checked({
  isAsked,
  isSettled,
  asked: { data, isError },
}: {
  readonly isAsked: boolean;
  readonly isSettled: boolean;
  readonly asked: { readonly data: Existence | undefined; readonly isError: boolean };
}): Checked {
  if (!isAsked) return { state: 'none' };
  if (!isSettled) return { state: 'checking' };
  if (data) return { state: 'told', existence: data };
  return { state: isError ? 'unknown' : 'checking' };
}
