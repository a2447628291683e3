import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { isFromShop } from './verify-signature.ts';

/** The example of the Standard Webhooks specification. */
const example = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  body: '{"test": 2432232314}',
  headers: {
    'Webhook-Id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'Webhook-Timestamp': '1614265330',
    'Webhook-Signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
};

function verify(headers: Readonly<Record<string, string>>, { secret } = example): boolean {
  const header = (name: string) => headers[name];
  const body = Buffer.from(example.body);
  const check = { secret, now: new Date(1_614_265_330_000) };
  return isFromShop('standard', { header, body, secretInAddress: undefined }, check);
}

it('accepts the example of the Standard Webhooks specification', () => {
  expect(verify(example.headers)).toBe(true);
});

it.each([
  ['Webhook-Id', 'msg_another'],
  ['Webhook-Timestamp', '1614265331'],
  ['Webhook-Timestamp', '1614265330.0'],
  ['Webhook-Timestamp', ''],
  ['Webhook-Signature', 'v1a,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
  ['Webhook-Signature', 'v1,g0hM9SsE'],
  ['Webhook-Signature', 'v1,'],
  ['Webhook-Signature', ''],
])('refuses it with another %s: %j', (name, value) => {
  expect(verify({ ...example.headers, [name]: value })).toBe(false);
});

it.each(['whsec_$$$$$$$$$$$$$$$$', 'whsec_', `${example.secret.slice(0, 30)}`, `${example.secret} x`])(
  'accepts no signature with the key that is left of a broken secret: %j',
  (secret) => {
    const { 'Webhook-Id': id, 'Webhook-Timestamp': seconds } = example.headers;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${seconds}.${example.body}`).digest('base64');
    const headers = { ...example.headers, 'Webhook-Signature': `v1,${mac}` };
    expect(verify(headers, { ...example, secret })).toBe(false);
  },
);
