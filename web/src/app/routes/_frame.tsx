import { createFileRoute, Outlet } from '@tanstack/react-router';
import { Frame } from '#app/frame.tsx';

export const Route = createFileRoute('/_frame')({
  component: () => (
    <Frame>
      <Outlet />
    </Frame>
  ),
});
