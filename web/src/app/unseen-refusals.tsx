/** Says as a toast what was refused after its form had been closed: nobody should go on believing that it was done. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { subscribeUnseen } from '#wire/submission.ts';

export function UnseenRefusals() {
  const { t } = useTranslation();
  const format = useFormat();
  useEffect(() => {
    const say = (refusal: Parameters<typeof writtenError>[1]) =>
      void toast.error(
        t(($) => $.commands.notDone),
        { description: writtenError({ t, format }, refusal) },
      );
    return subscribeUnseen(say);
  }, [t, format]);
  return null;
}
