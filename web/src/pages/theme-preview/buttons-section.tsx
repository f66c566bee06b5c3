import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { CODE, CORN, TICKS } from '#pages/theme-preview/samples.ts';
import { HELD, Section, Specimen, Wrap } from '#pages/theme-preview/specimen.tsx';

export function ButtonsSection({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const deposit = t(($) => $.words.account.deposit);
  const order = { side: t(($) => $.words.side.BUY), lots: 2, contract: CODE, price: format.price(TICKS.order, CORN) };
  return (
    <Section className={className} title={t(($) => $.preview.section.buttons)}>
      <Wrap>
        <Specimen state={t(($) => $.preview.state.primary)}>
          <Button>{deposit}</Button>
        </Specimen>
        <Specimen state={t(($) => $.preview.state.hover)}>
          <Button className={HELD.primaryHover}>{deposit}</Button>
        </Specimen>
        <Specimen state={t(($) => $.preview.state.focus)}>
          <Button className={HELD.focus}>{deposit}</Button>
        </Specimen>
        <Specimen state={t(($) => $.preview.state.busy)}>
          <Button busy busyLabel={t(($) => $.preview.sample.sending)}>
            {deposit}
          </Button>
        </Specimen>
        <Specimen state={t(($) => $.preview.state.disabled)}>
          <Button disabled>{deposit}</Button>
        </Specimen>
        <Specimen state={t(($) => $.preview.state.outline)}>
          <Button variant="outline">{t(($) => $.preview.sample.statement)}</Button>
        </Specimen>
        <Specimen state={t(($) => $.preview.state.ghost)}>
          <Button variant="ghost" className={HELD.ghostHover}>
            {t(($) => $.shell.action.edit)}
          </Button>
        </Specimen>
        <Specimen state={t(($) => $.preview.state.small)}>
          <Button variant="outline" size="sm">
            {t(($) => $.shell.action.close)}
          </Button>
        </Specimen>
      </Wrap>
      <Wrap className="mt-3.5">
        <Specimen state={t(($) => $.preview.state.step1)}>
          <Button variant="buy" size="send" className="w-63">
            {t(($) => $.ticket.step1, order)}
          </Button>
        </Specimen>
        <Specimen state={t(($) => $.preview.state.step2)}>
          <Button variant="buy" size="send" armed className="w-63">
            {t(($) => $.ticket.step2, { ...order, SIDE: t(($) => $.words.sideUpper.BUY) })}
          </Button>
        </Specimen>
        <Specimen state={t(($) => $.preview.state.issue)}>
          <Button variant="buy" size="send" disabled className="w-63">
            {t(($) => $.ticket.issue.quantity)}
          </Button>
        </Specimen>
      </Wrap>
    </Section>
  );
}
