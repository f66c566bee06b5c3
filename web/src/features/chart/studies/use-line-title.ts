/** What a curve is called: a sign of the trade as it is, or a word in the language on screen. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudyLine } from '#features/chart/settings/study-catalogue.ts';

export type LineTitle = (title: StudyLine['title']) => string;

export function useLineTitle(): LineTitle {
  const { t } = useTranslation();
  return useCallback((title) => (typeof title === 'string' ? title : t(($) => $.chart.studies.lines[title.word])), [t]);
}
