import { describe, expect, it } from 'vitest';
import { createClientAddress, parseAddressRange } from './client-address.ts';

describe('the client address', () => {
  it("is the socket's, ignoring X-Forwarded-For, when no proxy is trusted", () => {
    const addressOf = createClientAddress([]);
    expect(addressOf('203.0.113.5', '10.9.9.9')).toBe('203.0.113.5');
    expect(addressOf('::ffff:203.0.113.5', undefined)).toBe('203.0.113.5');
    expect(addressOf(undefined, '10.9.9.9')).toBe('unknown');
  });

  it('is the one seen by the outermost trusted proxy, never what the client wrote before it', () => {
    const addressOf = createClientAddress(['127.0.0.1', '10.0.0.0/8']);
    expect(addressOf('127.0.0.1', '203.0.113.5')).toBe('203.0.113.5');
    expect(addressOf('127.0.0.1', '1.1.1.1, 203.0.113.5, 10.1.2.3')).toBe('203.0.113.5');
    expect(addressOf('203.0.113.77', '1.1.1.1')).toBe('203.0.113.77');
    expect(addressOf('127.0.0.1', 'rubbish')).toBe('127.0.0.1');
    expect(addressOf('::ffff:127.0.0.1', '203.0.113.5')).toBe('203.0.113.5');
  });

  it('of IPv6 is the /64 network that a customer owns', () => {
    const addressOf = createClientAddress([]);
    expect(addressOf('2001:db8:1:2:a:b:c:d', undefined)).toBe('2001:db8:1:2');
    expect(addressOf('2001:DB8:1:2::1', undefined)).toBe('2001:db8:1:2');
    expect(addressOf('::1', undefined)).toBe('0:0:0:0');
  });
});

describe('the address range parser', () => {
  it.each(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::1'])('accepts %s', (text) => {
    expect(parseAddressRange(text)).not.toBeNull();
  });

  it.each(['', 'localhost', '10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '10.0.0.0/8/9', '::1/129'])(
    'rejects %j',
    (text) => {
      expect(parseAddressRange(text)).toBeNull();
    },
  );
});
