// @vitest-environment jsdom
/** A refusal is read once: in the form while that is there, as a toast once it has gone. */
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { UnseenRefusals } from '#app/unseen-refusals.tsx';
import { Toaster, toast } from '#design/ui/feedback/toaster.tsx';
import { preparePages, renderPage } from '#test/page.tsx';
import { CallError } from '#wire/call.ts';
import { useSubmission } from '#wire/submission.ts';

preparePages();
afterEach(() => {
  act(() => void toast.dismiss());
});

let refuse: (error: unknown) => void;

function Form({ isTold }: { isTold: boolean }) {
  const { refusal, submit } = useSubmission({ isTold });
  const call = () =>
    new Promise((_, reject) => {
      refuse = reject;
    });
  return (
    <>
      <button type="button" onClick={() => void submit(call)}>
        send
      </button>
      {refusal && <p>in the form: {refusal.code}</p>}
    </>
  );
}

function Page({ isTold }: { isTold: boolean }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      {isOpen && <Form isTold={isTold} />}
      <button type="button" onClick={() => setOpen(false)}>
        close
      </button>
      <UnseenRefusals />
      <Toaster theme="dark" />
    </>
  );
}

async function refused(isTold: boolean, closes: boolean): Promise<void> {
  const { user } = await renderPage(<Page isTold={isTold} />);
  await user.click(screen.getByRole('button', { name: 'send' }));
  if (closes) await user.click(screen.getByRole('button', { name: 'close' }));
  await act(async () => refuse(new CallError({ code: 'ModifyPending', facts: {}, status: 422 })));
}

const said = () => screen.queryByText('Chưa thực hiện được');

test('in the form while that is there', async () => {
  await refused(false, false);
  expect(screen.getByText('in the form: ModifyPending')).toBeTruthy();
  expect(said()).toBeNull();
});

test('as a toast once the form has gone', async () => {
  await refused(false, true);
  await vi.waitFor(() => expect(said()).not.toBeNull());
});

test('by whoever submitted, if it tells of it itself', async () => {
  await refused(true, true);
  expect(said()).toBeNull();
});
