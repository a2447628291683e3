import { describe, expect, it } from 'vitest';
import { fileTypeOf } from './file-type.ts';

const typeOf = (start: string) => fileTypeOf(new Uint8Array(Buffer.from(start, 'latin1')))?.type ?? null;

describe('the type of a file', () => {
  it.each([
    ['\0\0\0\x18ftypisom', 'video/mp4'],
    ['\0\0\0\x18ftypqt  ', 'video/quicktime'],
    ['\0\0\0\x18ftypavif', 'image/avif'],
    ['\0\0\0\x18ftypheic', 'image/heic'],
    ['\0\0\0\x18ftypmif1', 'image/heic'],
    ['\0\0\0\x18ftypM4A ', null],
    ['\x89PNG', 'image/png'],
    ['<?xml version="1.0"?><!-- a --><!-- b --><!DOCTYPE svg><svg>', 'image/svg+xml'],
    ['<html><svg>', null],
    ['hello', null],
  ])('that begins with %j is %j', (start, type) => {
    expect(typeOf(start)).toBe(type);
  });

  it('is found in a short time, whatever the file is', () => {
    expect(typeOf('<!---->'.repeat(500))).toBeNull();
    expect(typeOf(`${'<!---->'.repeat(500)}<svg>`)).toBe('image/svg+xml');
  });
});
