/** A picture of a document as its owner sees it: from the server, where every look is audited, or still in the browser. */
import { useQuery } from '@tanstack/react-query';
import { cn } from '#design/class-names.ts';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { Skeleton } from '#design/ui/feedback/skeleton.tsx';
import { pictureQuery } from '#pages/account-overview/ekyc/application.ts';
import { useObjectUrl } from '#pages/account-overview/ekyc/object-url.ts';
import { errorCodeOf, useActiveUser } from '#signed-in/actor.ts';

export function KeptPicture({ imageId, alt }: { readonly imageId: string; readonly alt: string }) {
  const userId = useActiveUser();
  const { data, error, refetch } = useQuery({ ...pictureQuery(userId ?? '', imageId), enabled: userId !== null });
  if (data) return <LocalPicture file={data} alt={alt} />;
  if (error) return <ErrorPanel panel={alt} code={errorCodeOf(error)} onRetry={() => void refetch()} />;
  return <Skeleton className="size-full" />;
}

export function LocalPicture({ file, alt, isDim = false }: { file: Blob; alt: string; isDim?: boolean }) {
  const url = useObjectUrl(file);
  return url && <img src={url} alt={alt} className={cn('size-full object-contain', isDim && 'opacity-50')} />;
}
