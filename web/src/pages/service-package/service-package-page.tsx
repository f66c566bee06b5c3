/** `/account-overview/service-package` and one of them below it: one route, because each is a part of every first load. */
import { PackagePage } from '#pages/service-package/package-page.tsx';
import { PackagesPage } from '#pages/service-package/packages-page.tsx';

export function ServicePackagePage({ name }: { readonly name: string | undefined }) {
  return name === undefined ? <PackagesPage /> : <PackagePage key={name} name={name} />;
}
