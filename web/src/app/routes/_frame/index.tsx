import { createFileRoute } from '@tanstack/react-router';
import { PriceboardPage } from '#pages/priceboard/priceboard-page.tsx';

export const Route = createFileRoute('/_frame/')({ component: PriceboardRoute });

function PriceboardRoute() {
  return <PriceboardPage />;
}
