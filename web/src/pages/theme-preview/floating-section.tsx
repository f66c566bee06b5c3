/** Overlays: dialogs, a sheet, a menu, a tooltip. Shown open where possible, and each can be opened for real. */
import { Copy, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Kbd } from '#design/ui/controls/kbd.tsx';
import { ConfirmDialog } from '#design/ui/dialogs/confirm-dialog.tsx';
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
  DialogTrigger,
  Fact,
  FactList,
} from '#design/ui/dialogs/dialog.tsx';
import { QuestionDialog, QuestionFault } from '#design/ui/dialogs/question-dialog.tsx';
import { Sheet, SheetContent, SheetDescription, SheetTitle, SheetTrigger } from '#design/ui/dialogs/sheet.tsx';
import { AccountKindBadge } from '#design/ui/feedback/badge.tsx';
import { BeforeAfter, Price, Profit, Ratio } from '#design/ui/figures/figures.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import { Tooltip } from '#design/ui/overlays/tooltip.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { ACTOR } from '#mock/sample-records.ts';
import { ARABICA, EQUITY_VND, REQUIRED_VND } from '#pages/theme-preview/samples.ts';
import { Section, Wrap } from '#pages/theme-preview/specimen.tsx';

export function DialogSection({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<'question' | 'confirm' | null>(null);
  const contract = 'KCEH27';
  const order = { side: t(($) => $.words.side.BUY), lots: 1, contract };
  const title = t(($) => $.dialogs.liquidate.title, { contract });
  const body = t(($) => $.dialogs.liquidate.body, order);
  const facts = (
    <FactList>
      <Fact term={t(($) => $.words.account.account)}>
        <AccountKindBadge isDemo /> 108C006688-01
      </Fact>
      <Fact term={t(($) => $.preview.sample.estimatedPrice)}>
        <Price ticks={6250} grid={ARABICA} />
      </Fact>
      <Fact term={t(($) => $.words.position.estimatedProfit)}>
        <Profit amount="63408000" />
      </Fact>
      <Fact term={t(($) => $.words.margin.marginRatio)}>
        <BeforeAfter before={<Ratio percent="150.9" />} after={<Ratio percent="209.9" />} />
      </Fact>
    </FactList>
  );
  const close = <Button variant="buy">{t(($) => $.dialogs.liquidate.button, order)}</Button>;
  const dismiss = <Button variant="outline">{t(($) => $.shell.action.dismiss)}</Button>;
  return (
    <Section className={className} title={t(($) => $.preview.section.dialog)}>
      <div className="grid gap-3 rounded-lg border border-border-strong bg-popover p-4 shadow-float">
        <div>
          <h3 className="font-semibold text-16">{title}</h3>
          <p className="text-fg-2">{body}</p>
        </div>
        {facts}
        <DialogFooter>
          {dismiss}
          {close}
        </DialogFooter>
      </div>
      <Wrap className="mt-3.5">
        <Dialog>
          <DialogTrigger asChild>
            <Button variant="outline" size="sm">
              {t(($) => $.preview.sample.openDialog)}
            </Button>
          </DialogTrigger>
          <DialogContent>
            <div>
              <DialogTitle>{title}</DialogTitle>
              <DialogDescription>{body}</DialogDescription>
            </div>
            {facts}
            <DialogFooter>
              <DialogClose asChild>{dismiss}</DialogClose>
              <DialogClose asChild>{close}</DialogClose>
            </DialogFooter>
          </DialogContent>
        </Dialog>
        <Sheet>
          <SheetTrigger asChild>
            <Button variant="outline" size="sm">
              {t(($) => $.preview.sample.openSheet)}
            </Button>
          </SheetTrigger>
          <SheetContent>
            <div className="grid gap-3 p-4">
              <SheetTitle className="font-semibold text-16">{title}</SheetTitle>
              <SheetDescription className="text-fg-2">{body}</SheetDescription>
              {facts}
            </div>
          </SheetContent>
        </Sheet>
        <Button variant="outline" size="sm" onClick={() => setAsked('question')}>
          {t(($) => $.preview.sample.openQuestion)}
        </Button>
        <Button variant="outline" size="sm" onClick={() => setAsked('confirm')}>
          {t(($) => $.preview.sample.openConfirm)}
        </Button>
      </Wrap>
      {asked === 'question' && (
        <QuestionDialog
          title={title}
          body={body}
          account={{ name: ACTOR.accountId, isDemo: true }}
          confirm={{
            label: t(($) => $.dialogs.liquidate.button, order),
            ...{
              busyLabel: t(($) => $.preview.sample.sending),
              variant: 'buy',
              testId: 'preview-question',
              isBusy: false,
            },
          }}
          onConfirm={() => setAsked(null)}
          onClose={() => setAsked(null)}
        >
          <QuestionFault>{t(($) => $.preview.sample.noMargin)}</QuestionFault>
        </QuestionDialog>
      )}
      <ConfirmDialog
        isOpen={asked === 'confirm'}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={t(($) => $.chart.draw.deleteAllTitle, { count: 3 })}
        body={t(($) => $.chart.draw.deleteAllBody)}
        action={t(($) => $.chart.draw.deleteAll)}
        onConfirm={() => setAsked(null)}
      />
    </Section>
  );
}

export function MenuSection({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const formula = t(($) => $.preview.sample.formula, {
    ratio: format.ratio('150.9'),
    equity: format.vnd(EQUITY_VND),
    required: format.vnd(REQUIRED_VND),
  });
  return (
    <Section className={className} title={t(($) => $.preview.section.menu)}>
      <div className="w-50 rounded-lg border border-border-strong bg-popover p-1 shadow-float">
        <MenuLine icon={<Pencil />} text={t(($) => $.preview.sample.editPrice)} keys="E" held />
        <MenuLine icon={<Copy />} text={t(($) => $.shell.action.duplicate)} />
        <MenuLine icon={<X />} text={t(($) => $.shell.action.cancelOrder)} keys="Del" danger />
      </div>
      <p className="mt-3 max-w-60 rounded-md bg-foreground px-2 py-1.5 text-12 text-background">{formula}</p>
      <Wrap className="mt-3.5">
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="outline" size="sm">
              {t(($) => $.preview.sample.openMenu)}
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="start">
            <DropdownMenuItem>
              <Pencil aria-hidden />
              {t(($) => $.preview.sample.editPrice)}
              <Kbd>E</Kbd>
            </DropdownMenuItem>
            <DropdownMenuItem>
              <Copy aria-hidden />
              {t(($) => $.shell.action.duplicate)}
            </DropdownMenuItem>
            <DropdownMenuItem danger>
              <X aria-hidden />
              {t(($) => $.shell.action.cancelOrder)}
              <Kbd>Del</Kbd>
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
        <Tooltip content={formula}>
          <Button variant="outline" size="sm">
            {t(($) => $.preview.sample.explain)}
          </Button>
        </Tooltip>
      </Wrap>
    </Section>
  );
}

interface MenuLineProps {
  readonly icon: React.ReactNode;
  readonly text: string;
  readonly keys?: string;
  readonly held?: boolean;
  readonly danger?: boolean;
}

function MenuLine({ icon, text, keys, held, danger }: MenuLineProps) {
  const tone = held ? 'bg-surface-4' : danger ? 'text-danger' : '';
  return (
    <div className={`flex h-7 items-center gap-2 rounded-sm px-2 [&>svg]:size-3.5 ${tone}`}>
      {icon}
      {text}
      {keys && <Kbd className="ml-auto">{keys}</Kbd>}
    </div>
  );
}
