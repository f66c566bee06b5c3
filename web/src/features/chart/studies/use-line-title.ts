/** What a curve is called: a sign of the trade as it is, or a word in the language on screen. */
import { useTranslation } from 'react-i18next';
import type { StudyLine } from './study-catalogue.ts';

export function useLineTitle(): (title: StudyLine['title']) => string {
  const { t } = useTranslation();
  return (title) => (typeof title === 'string' ? title : t(($) => $.chart.studies.lines[title.word]));
}
