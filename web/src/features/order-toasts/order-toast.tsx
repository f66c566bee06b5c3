/** The order in one line, and its state below. */
import { Check, CircleSlash, Clock, LoaderCircle, Pencil, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ToastCard } from '#design/ui/feedback/toast-card.tsx';
import { AbsentOrder } from '#features/order-toasts/absent-order.tsx';
import type { ToastStory } from '#features/order-toasts/toast-story.ts';
import { useStoryAccount } from '#features/order-toasts/use-story-account.ts';
import { useStoryText } from '#features/order-toasts/use-story-text.ts';

const ICONS: Record<ToastStory['icon'], ReactNode> = {
  progress: <LoaderCircle className="animate-spinner text-fg-2" />,
  working: <Clock className="text-primary-text" />,
  filled: <Check className="text-success" />,
  refused: <TriangleAlert className="text-danger" />,
  ended: <CircleSlash className="text-fg-3" />,
  changed: <Pencil className="text-primary-text" />,
};

export function OrderToast({ story, onClose }: { story: ToastStory; onClose: () => void }) {
  const { t } = useTranslation();
  const { title, text } = useStoryText(story);
  const elsewhere = useStoryAccount(story);
  return (
    <div data-testid={`toast-${story.id}`}>
      <ToastCard
        icon={ICONS[story.icon]}
        title={
          <>
            {title}
            {elsewhere !== null && <span className="block font-normal text-12 text-warning">{elsewhere}</span>}
          </>
        }
        onClose={onClose}
      >
        {story.line.kind === 'absent' ? (
          <AbsentOrder clientOrderId={story.id} />
        ) : text !== null ? (
          text
        ) : (
          <>
            {!isHeldBack(story) && <>{t(($) => $.ticket.sent)} → </>}
            <StatusWord story={story} />
          </>
        )}
      </ToastCard>
    </div>
  );
}

/** It waits here for the exchange: its status says that it is not sent, and no other text may claim that it is. */
function isHeldBack({ line }: ToastStory): boolean {
  return line.kind === 'status' && line.status === 'NOT_SENT';
}

function StatusWord({ story: { line } }: { story: ToastStory }) {
  const { t } = useTranslation();
  if (line.kind !== 'status' && line.kind !== 'conditional') return null;
  const word =
    line.kind === 'status' ? t(($) => $.words.status[line.status]) : t(($) => $.words.conditionalStatus[line.state]);
  return <span className="font-medium text-foreground">{word}</span>;
}
