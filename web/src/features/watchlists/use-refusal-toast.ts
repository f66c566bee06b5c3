/** Shows as a toast why a one-press action was refused: there is no form to show it in. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { refusalIn } from '#wire/call.ts';

export function useRefusalToast(): (error: unknown) => void {
  const { t } = useTranslation();
  const format = useFormat();
  return useCallback((error) => void toast.error(writtenError({ t, format }, refusalIn(error))), [t, format]);
}
