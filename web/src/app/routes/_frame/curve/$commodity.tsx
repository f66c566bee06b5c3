import { createFileRoute } from '@tanstack/react-router';
import { loadCurveWords } from '#i18n/i18n.ts';
import { CurvePage } from '#pages/curve/curve-page.tsx';

export const Route = createFileRoute('/_frame/curve/$commodity')({
  loader: loadCurveWords,
  component: CurveRoute,
});

function CurveRoute() {
  const { commodity } = Route.useParams();
  return <CurvePage commodity={commodity} />;
}
