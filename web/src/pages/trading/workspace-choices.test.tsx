// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useDeskLayout } from '#pages/trading/desk-layout.ts';
import { WorkspaceChoices } from '#pages/trading/workspace-choices.tsx';
import { preparePages, renderPart } from '#test/page.tsx';

preparePages();
beforeEach(() => useDeskLayout.setState({ workspaces: [] }));

test('a name with something hidden in it is told at its field and keeps nothing', async () => {
  const { user } = renderPart(<WorkspaceChoices panels={[]} code="ZCEZ26" />);
  const field = screen.getByLabelText('Tên bố cục');
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Lưu' });
  expect(save.disabled).toBe(true);
  await user.click(field);
  await user.paste('Sáng\u200b');
  expect(screen.getByRole('alert').textContent).toBe('Có ký tự ẩn, hãy xóa và gõ lại');
  await user.keyboard('{Enter}');
  expect(useDeskLayout.getState().workspaces).toEqual([]);
  await user.clear(field);
  await user.type(field, 'Sáng{Enter}');
  expect(useDeskLayout.getState().workspaces.map(({ name }) => name)).toEqual(['Sáng']);
});
