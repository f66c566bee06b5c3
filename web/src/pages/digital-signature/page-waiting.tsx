/** A sheet with the shape of its lines, while the paper or what draws it is on its way. */
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#design/ui/feedback/skeleton.tsx';

export function PageWaiting() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t(($) => $.contracts.viewer.loading)} className="grid flex-1 justify-center p-4">
      <div className="grid aspect-[1/1.414] w-[min(40rem,80vw)] content-start gap-3 bg-surface-2 p-10">
        {[40, 90, 86, 92, 70, 88, 94, 60].map((width) => (
          <span key={width} style={{ width: `${width}%` }}>
            <Skeleton />
          </span>
        ))}
      </div>
    </div>
  );
}
