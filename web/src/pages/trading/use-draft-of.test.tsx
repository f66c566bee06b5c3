// @vitest-environment jsdom
/** Checks what an address does to the ticket's draft. */
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { useBegunExits } from '#features/order-ticket/use-begun-exits.ts';
import { ACTOR, CORN, CORN_GRID } from '#mock/sample-records.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { type AskedOrder, useDraftOf } from '#pages/trading/use-draft-of.ts';
import { keptExitsKey, useKeptExits } from '#session/kept-exits-store.ts';
import { preparePages, renderPage } from '#test/page.tsx';

preparePages();

const draft = () => useTicketDraft.getState();

beforeEach(() => {
  draft().reset(null);
  draft().setOrderType('LIMIT');
});

function Desk({ asked, isKnown = true }: { asked: AskedOrder; isKnown?: boolean }) {
  useDraftOf(CORN.code, asked, isKnown ? CORN_GRID : undefined);
  return null;
}

/** Effects of what is inside come first. */
function DeskWithTicket({ asked }: { asked: AskedOrder }) {
  useDraftOf(CORN.code, asked, CORN_GRID);
  return <Ticket />;
}

function Ticket() {
  useBegunExits(CORN, ACTOR);
  return null;
}

async function open(asked: AskedOrder, isKnown = true) {
  return await renderPage(<Desk asked={asked} isKnown={isKnown} />, { at: '/trading/ZCEZ26?side=SELL' });
}

test('side, lots and price are filled in, the ticket is asked for, and the address forgets them', async () => {
  const { router } = await open({ side: 'SELL', lots: 3, price: '462.50' });
  expect(draft()).toMatchObject({
    ...{ contractCode: CORN.code, side: 'SELL', lotsText: '3', limitText: "462'4", limitSource: 'typed' },
    isFocusRequested: true,
  });
  await waitFor(() => expect(router.state.location.searchStr).toBe(''));
});

test('without a price it goes on following the market, and so with one between two ticks', async () => {
  await open({ lots: 2 });
  expect(draft()).toMatchObject({ lotsText: '2', limitSource: 'market' });
  await open({ lots: 4, price: '462.60' });
  expect(draft()).toMatchObject({ lotsText: '4', limitSource: 'market' });
});

test('what was written before is no part of what an address asks for', async () => {
  draft().reset(CORN.code);
  draft().setOrderType('STOP');
  draft().setPriceText('stopText', "470'0");
  draft().setReduceOnly(true);
  await open({ side: 'BUY', lots: 5, price: '450.00' });
  expect(draft()).toMatchObject({
    ...{ orderType: 'LIMIT', side: 'BUY', lotsText: '5', limitText: "450'0", stopText: '', isReduceOnly: false },
    askedRevision: draft().revision,
  });
  await open({ side: 'BUY', lots: 6 });
  expect(draft()).toMatchObject({ lotsText: '6', limitText: '', limitSource: 'market' });
});

test('exits that go with each entry go with it too, though the ticket is there before the address is read', async () => {
  const exits = { isOn: true, unit: 'ticks', takeProfitText: '', stopLossText: '8' } as const;
  useKeptExits.setState({ exits: { [keptExitsKey(ACTOR.accountId, CORN.commodityCode)]: exits } });
  onTestFinished(() => void useKeptExits.setState({ exits: {} }));
  draft().reset(CORN.code);
  draft().beginExits(exits);
  await renderPage(<DeskWithTicket asked={{ side: 'BUY', lots: 5 }} />, { at: '/trading/ZCEZ26?lots=5' });
  expect(draft()).toMatchObject({ lotsText: '5', hasExits: true, stopLossText: '8' });
  expect(draft().askedRevision).toBe(draft().revision);
});

test('a side alone goes into what is written', async () => {
  draft().reset(CORN.code);
  draft().setLotsText('4');
  await open({ side: 'SELL' });
  expect(draft()).toMatchObject({ side: 'SELL', lotsText: '4', askedRevision: null });
});

test('a price waits for its contract', async () => {
  await open({ lots: 5, price: '462.50' }, false);
  expect(draft()).toMatchObject({ lotsText: '1', isFocusRequested: false });
});

test('an address that asks nothing asks for no ticket', async () => {
  await open({});
  expect(draft()).toMatchObject({ contractCode: CORN.code, isFocusRequested: false });
});
