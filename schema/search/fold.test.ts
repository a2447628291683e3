import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, foldWithPlaces } from './fold.ts';

describe('a folded text', () => {
  test.each([
    ['Crème BRÛLÉE', 'creme brulee'],
    ['Łódź, Đà Nẵng, smørrebrød', 'lodz, da nang, smorrebrod'],
    ['Straße, STRAẞE, Œuvre, Ægir', 'strasse, strasse, oeuvre, aegir'],
    ['eﬃcient ﬁsh, x²', 'efficient fish, x2'],
    ['İstanbul ılık', 'istanbul ilik'],
    ['Καλημέρα, ΟΔΟΣ', 'καλημερα, οδοσ'],
    ['Йод, ёлка, за́мок, ї', 'йод, елка, замок, ї'],
    ['اَلْبَحْرُ الكَبيـــر', 'البحر الكبير'],
    ['ﷲ ﻻ', 'الله لا'],
    ['أُمّ إلى آخر على مدرسة', 'ام الي اخر علي مدرسه'],
    ['کتاب‌های فارسی ۱۲', 'كتابهاي فارسي 12'],
    ['שָׁלוֹם עֲלֵיכֶם', 'שלום עליכם'],
    ['בֵּית־סֵפֶר', 'בית־ספר'],
    ['ﾃﾞｰﾀ ガ ㌔', 'データ ガ キロ'],
    ['น้ำขึ้น', 'น้ำขึ้น'],
    ['हिन्दी क़लम', 'हिन्दी क़लम'.normalize('NFC')],
    ['한국어', '한국어'],
    ['soft\u00adhyphen', 'softhyphen'],
  ])('%j is compared as %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test('is the same when it is folded again, or written as separate marks', () => {
    for (const text of ['Crème', 'שָׁלוֹם', 'ガ', 'Straße', 'हिन्दी क़लम', 'ё'])
      for (const form of ['NFC', 'NFD'] as const) expect(fold(fold(text.normalize(form)))).toBe(fold(text));
  });

  test.each([
    ['die Straße dort', 'strasse', 'Straße'],
    ['die Straße dort', 'stras', 'Straß'],
    ['Ein ﬁnaler Akt', 'finaler', 'ﬁnaler'],
    ['هذا اَلْبَحْرُ هنا', 'البحر', 'اَلْبَحْرُ'],
    ['כאן שָׁלוֹם שם', 'שלום', 'שָׁלוֹם'],
    ['İİ Café', 'cafe', 'Café'],
    ['Cafe\u0301 x', 'cafe', 'Cafe\u0301'],
    ['باسم ﷲ و', 'الله', 'ﷲ'],
  ])('in %j, %j is at the place of %j', (text, part, original) => {
    const folded = foldWithPlaces(text);
    const at = folded.text.indexOf(part);
    const { from, to } = folded.placeOf(at, at + part.length);
    expect(text.slice(from, to)).toBe(original);
  });

  test('has a place for each of its characters, in order', () => {
    const character = fc.constantFrom(...'aÉßﬁﷲـَבִガｶﾞ\u00ad\u0301😀'.split(''), '한', 'น้ำ');
    fc.assert(
      fc.property(fc.array(character), (parts) => {
        const text = parts.join('');
        const folded = foldWithPlaces(text);
        expect(folded.text).toBe(fold(text));
        let last = 0;
        for (let at = 0; at < folded.text.length; at += 1) {
          const { from, to } = folded.placeOf(at, at + 1);
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          last = from;
        }
        if (folded.text !== '') expect(folded.placeOf(0, folded.text.length).to).toBe(text.length);
      }),
    );
  });
});
