/** Fee, result and margin before and after: shown in a closing confirmation below the price. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Fact } from '#design/ui/dialogs/dialog.tsx';
import { BeforeAfter, Profit } from '#design/ui/figures/figures.tsx';
import type { ClosingFigures } from '#features/positions/closing-figures.ts';
import { MISSING } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';
import { marginStatusQuery } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export function ClosingSums({ actor, figures }: { actor: AccountActor; figures: ClosingFigures }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: status } = useQuery(marginStatusQuery(actor.userId, actor.accountId));
  const { feeVnd, resultVnd, marginChangeVnd } = figures;
  const before = status && BigInt(status.requiredMargin);
  return (
    <>
      <Fact term={t(($) => $.words.margin.transactionFee)}>{format.vnd(feeVnd)}</Fact>
      <Fact term={t(($) => $.positions.afterFee)}>
        <Profit amount={resultVnd} />
      </Fact>
      <Fact term={t(($) => $.words.margin.requiredMargin)}>
        {before === undefined || marginChangeVnd === null ? (
          MISSING
        ) : (
          <BeforeAfter before={format.vnd(before, { bare: true })} after={format.vnd(before + marginChangeVnd)} />
        )}
      </Fact>
    </>
  );
}
