/** How much is copied, and the loss at which copying ends. */
import { readTypedVnd, type Vnd } from '@mua/core/values';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { sumInWords } from '#i18n/sum-in-words.ts';
import { useFormat } from '#i18n/use-format.ts';
import { readTypedRatio, USUAL_RATIOS } from '#pages/copy-trade/follow/copy-ratio.ts';
import type { FollowDraft, FollowFault } from '#pages/copy-trade/follow/follow-draft.ts';

interface FieldProps {
  readonly draft: FollowDraft;
  readonly fault: FollowFault | undefined;
  readonly onDraft: (draft: FollowDraft) => void;
}

export function RatioField({ draft, fault, onDraft }: FieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = t(($) => $.strategies.follow.ratio);
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <span id={id} className="font-medium text-13">
        {name}
      </span>
      <Segment
        label={name}
        value={draft.ratio}
        onValueChange={(ratio) => onDraft({ ...draft, ratio })}
        className="max-sm:flex max-sm:[&_button]:flex-1"
        options={[
          ...USUAL_RATIOS.map((value) => ({ value, label: format.plain(value), testId: `follow-ratio-${value}` })),
          { value: 'other' as const, label: t(($) => $.strategies.follow.otherRatio), testId: 'follow-ratio-other' },
        ]}
      />
      {draft.ratio === 'other' && (
        <Field
          label={t(($) => $.strategies.follow.ownRatio)}
          hint={t(($) => $.strategies.follow.ratioHint)}
          error={fault && t(($) => $.strategies.follow.fault[fault])}
        >
          {(control) => (
            <Input
              {...control}
              className="max-md:h-11"
              inputMode="decimal"
              autoComplete="off"
              // Who asks for a field wants to type in it.
              autoFocus={draft.typedRatio === ''}
              value={draft.typedRatio}
              onChange={({ target }) => onDraft({ ...draft, typedRatio: target.value })}
              onBlur={() => {
                const ratio = readTypedRatio(draft.typedRatio);
                if (ratio !== undefined) onDraft({ ...draft, typedRatio: format.plain(ratio) });
              }}
              data-testid="follow-typed-ratio"
            />
          )}
        </Field>
      )}
    </div>
  );
}

export function LossField({ draft, fault, onDraft, equityVnd }: FieldProps & { readonly equityVnd: Vnd | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const lossVnd = readTypedVnd(draft.typedLoss);
  return (
    <Field
      roomy
      label={t(($) => $.strategies.follow.maxLoss)}
      aside={lossVnd !== undefined && equityVnd ? ofCapital(lossVnd, equityVnd) : undefined}
      hint={lossVnd !== undefined && sumInWords(lossVnd, format.language)}
      error={fault && t(($) => $.strategies.follow.fault[fault])}
    >
      {(control) => (
        <Input
          {...control}
          className="max-md:h-11"
          inputMode="numeric"
          autoComplete="off"
          value={draft.typedLoss}
          onChange={({ target }) => onDraft({ ...draft, typedLoss: target.value })}
          onBlur={() => lossVnd !== undefined && onDraft({ ...draft, typedLoss: format.vnd(lossVnd, { bare: true }) })}
          after={<span className="text-fg-3">₫</span>}
          data-testid="follow-loss"
        />
      )}
    </Field>
  );

  function ofCapital(loss: Vnd, equity: Vnd): string {
    const percent = format.ratio((Number((loss * 1000n) / equity) / 10).toFixed(1));
    return t(($) => $.strategies.follow.ofCapital, { percent });
  }
}
