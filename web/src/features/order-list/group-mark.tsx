/** What an order was placed with, in a word beside its type; while something of it lives, the way to cancel all of it. */
import type { Order } from '@mua/contract/entities/order';
import { FINAL_STATUSES } from '@mua/core/values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tooltip } from '#design/ui/overlays/tooltip.tsx';
import { CancelGroup } from '#features/order-list/cancel-all.tsx';
import { useFormat } from '#i18n/use-format.ts';
import type { AccountActor } from '#signed-in/actor.ts';

const CHIP = 'ml-1 inline-flex items-center rounded-sm bg-surface-3 px-1 text-11 leading-4 tabular-nums';

export function GroupMark({ actor, order }: { actor: AccountActor; order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isAsked, setAsked] = useState(false);
  const { group } = order;
  if (!group) return null;
  const counted = { place: format.volume(group.place), size: format.volume(group.size) };
  const name = t(($) => $.orders.group.place, { ...counted, kind: t(($) => $.words.orderGroup[group.kind]) });
  const word = group.kind === 'OCO' ? t(($) => $.words.orderGroupShort.OCO) : `${counted.place}/${counted.size}`;
  if (FINAL_STATUSES.has(order.status))
    return (
      <Tooltip content={name}>
        <span className={`${CHIP} text-fg-3`}>
          <span aria-hidden>{word}</span>
          <span className="sr-only">{name}</span>
        </span>
      </Tooltip>
    );
  return (
    <>
      <Tooltip content={name}>
        <button
          type="button"
          aria-label={t(($) => $.orders.group.cancel, { name })}
          data-testid="cancel-group"
          onClick={() => setAsked(true)}
          className={`${CHIP} relative text-primary-text hover:bg-surface-4 max-md:before:absolute max-md:before:-inset-3.5`}
        >
          {word}
        </button>
      </Tooltip>
      {isAsked && <CancelGroup actor={actor} group={group} onClose={() => setAsked(false)} />}
    </>
  );
}
