/** Whether a channel is dead: by what it has not taken, whatever became of that, and only at its present address. */
import type { NoticeCode } from '@mua/contract/entities/mailbox-message';
import type { NoticeChannel } from '@mua/contract/entities/notice-delivery';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readChannelStatus } from '#deliveries/channel-status.ts';
import { AN, Channel, type DeliveryStage, openDeliveryStage } from '#test/fixtures/deliveries.ts';

const MINUTE_MS = 60_000;

let stage: DeliveryStage;
beforeAll(async () => {
  stage = await openDeliveryStage();
});
afterAll(() => stage.close());
afterEach(() => stage.clear());

function deadChannel(name: NoticeChannel): Channel {
  const channel = new Channel(name);
  channel.answer = () => Promise.reject(new Error('down'));
  stage.deliver(channel);
  return channel;
}

async function failing(name: NoticeChannel): Promise<unknown[]> {
  const found = await readChannelStatus(stage.pool, AN, new Map());
  return found.flatMap(({ channel, failingSince, cause }) => (channel === name ? [failingSince, cause] : []));
}

test('a channel whose refused notices ended unsent is dead until it takes one', async () => {
  const sms = deadChannel('sms');
  await stage.margin('CALL');
  await stage.tell('Margin100');
  await stage.passes(3 * MINUTE_MS);
  const since = new Date(stage.clock.nowMs()).toISOString();
  expect(await failing('sms')).toEqual([since, 'NotTaken']);
  await stage.pool.query('update mailbox_message set is_read = true');
  await stage.passes(MINUTE_MS);
  expect(await stage.rows()).toContain('sms Margin100 SKIPPED Read');
  expect(await failing('sms')).toEqual([since, 'NotTaken']);
  sms.answer = async () => 'sent';
  await stage.tell('Margin70');
  await stage.margin('CANCEL');
  await stage.passes(3 * MINUTE_MS);
  expect(await failing('sms')).toEqual([null, null]);
});

const newDevice = () => device(stage.clock.nowMs());

async function device(createdMs: number): Promise<void> {
  await stage.pool.query(
    `insert into push_subscription (device_id, investor_id, session_id, endpoint, p256dh, auth, device, created_ms)
     values ($2, $1, 's', $2, '', '', 'Chrome', $3)`,
    [AN, `device of ${createdMs}`, createdMs],
  );
}

async function chat(linkedMs: number): Promise<void> {
  await stage.pool.query(
    `insert into notice_chat (investor_id, channel, chat_id, name, linked_ms) values ($1, 'telegram', '1', 'An', $2)
     on conflict (investor_id, channel) do update set linked_ms = excluded.linked_ms`,
    [AN, linkedMs],
  );
}

test.each([
  ['push', () => device(1), newDevice],
  ['telegram', () => chat(1), () => chat(stage.clock.nowMs())],
  ['mail', async () => {}, () => stage.tell('SecurityChanged', AN, { field: 'EMAIL' })],
  ['sms', async () => {}, () => stage.tell('SecurityChanged', AN, { field: 'PHONE' })],
] as const)('what %s did not take before it was connected anew does not count', async (name, connect, connectAnew) => {
  const code: NoticeCode = 'StatusInactive';
  await connect();
  await stage.tell(code, AN);
  await stage.pool.query('delete from notice_delivery');
  await stage.pushOf(code, name);
  deadChannel(name);
  await stage.passes(0);
  expect(await failing(name)).toEqual([expect.any(String), 'NotTaken']);
  // Another address than this one.
  await stage.tell('SecurityChanged', AN, { field: name === 'mail' ? 'PHONE' : 'EMAIL' });
  expect(await failing(name)).toEqual([expect.any(String), 'NotTaken']);
  stage.clock.advanceBy(1);
  await connectAnew();
  expect(await failing(name)).toEqual([null, null]);
});
