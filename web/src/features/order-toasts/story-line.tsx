/** Describes the state of an order in one sentence, for screen readers. */
import { useTranslation } from 'react-i18next';
import type { ToastStory } from '#features/order-toasts/toast-story.ts';
import { useStoryAccount } from '#features/order-toasts/use-story-account.ts';
import { useStoryText } from '#features/order-toasts/use-story-text.ts';

export function StoryLine({ story }: { story: ToastStory }) {
  const { t } = useTranslation();
  const { title: order, text } = useStoryText(story);
  const elsewhere = useStoryAccount(story);
  const title = elsewhere === null ? order : `${order}, ${elsewhere}`;
  const { line } = story;
  if (text !== null) return `${title}: ${text}`;
  if (line.kind === 'status') return `${title}: ${t(($) => $.words.status[line.status])}`;
  if (line.kind === 'conditional') return `${title}: ${t(($) => $.words.conditionalStatus[line.state])}`;
  return `${title}: ${t(($) => $.ticket.absent)}`;
}
