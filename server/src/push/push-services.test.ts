import { expect, test } from 'vitest';
import { isAtPushService } from '#push/push-services.ts';

const OTHERS = ['https://push.example', 'http://127.0.0.1:9001'];

test.each([
  'https://fcm.googleapis.com/fcm/send/cX1:APA91b',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAAA',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA',
  'https://web.push.apple.com/QGuQyavXutnMH',
  'https://push.example/one',
  'http://127.0.0.1:9001/wpush/one',
])('%s is called', (endpoint) => {
  expect(isAtPushService(endpoint, OTHERS)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/one',
  'https://fcm.googleapis.com:8443/fcm/send/one',
  'https://fcm.googleapis.com.evil.example/one',
  'https://evil-fcm.googleapis.com/one',
  'https://fcm.googleapis.com@10.0.0.7/one',
  'https://user@fcm.googleapis.com/one',
  'https://evilnotify.windows.com/one',
  'https://notify.windows.com.evil.example/one',
  'https://localhost/one',
  'http://127.0.0.1:9002/one',
  'http://127.0.0.1/one',
  'https://127.0.0.1:9001/one',
  'http://169.254.169.254/latest/meta-data',
  'https://[::1]/one',
  'https://push.example.evil.example/one',
  'file:///etc/passwd',
  'fcm.googleapis.com/one',
  '',
])('%s is not', (endpoint) => {
  expect(isAtPushService(endpoint, OTHERS)).toBe(false);
});
