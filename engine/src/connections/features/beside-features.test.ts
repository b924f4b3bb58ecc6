import { describe, expect, test } from 'vitest';
import { featuresOf } from '../testing/features-of.ts';
import { ANOTHER_BRAND } from './beside-features.ts';
import { FEATURE as F } from './feature-list.ts';

describe('brandShare', () => {
  const shareOf = (left: string | undefined, right: string | undefined, name = 'Máy in') =>
    featuresOf({ name, brand: left }, { name: 'Máy in', brand: right })[F.brandShare];

  test.each([
    ['Very Large Data Bases', 'VLDB', 1],
    ['VLDB', 'Very Large Data Bases', 1],
    ['Hewlett Packard', 'HP', 0.5],
    ['HP', 'Hewlett Packard', 0.5],
  ])('«%s» and «%s» are one brand: %d', (left, right, share) => {
    expect(shareOf(left, right)).toBe(share);
  });

  test.each([
    ['Hewlett Packard', 'HPE'],
    ['Hewlett Packard', 'H'],
    ['Hewlett', 'H'],
    ['Hewlett Packard Enterprise', 'HP'],
    ['Kato', 'KT'],
  ])('«%s» and «%s» are two', (left, right) => {
    expect(shareOf(left, right)).toBe(ANOTHER_BRAND);
  });

  test('the initials of a brand in the name of the other record name it', () => {
    expect(shareOf(undefined, 'Very Large Data Bases', 'Máy in VLDB')).toBe(1);
    expect(shareOf(undefined, 'Very Large Data Bases', 'Máy in VLDC')).toBe(0);
  });

  test('two letters of a name are no initials: «áo» is not «Âu Ốc»', () => {
    expect(shareOf(undefined, 'Âu Ốc', 'Áo khoác')).toBe(0);
  });

  test('a part of a brand is a part, and without any brand there is none', () => {
    expect(shareOf('Sao Mai', 'Sao Hôm')).toBeCloseTo(0.5, 1);
    expect(shareOf('Sao', 'Sao Hôm')).toBeCloseTo(0.5, 1);
    expect(shareOf(undefined, undefined)).toBeNaN();
  });
});

describe('besideConflict', () => {
  const lackedOf = (left: string | undefined, right: string | undefined, name = 'Báo cáo') =>
    featuresOf({ name, description: left }, { name: 'Báo cáo', description: right })[F.besideConflict];

  test.each([
    ['bản in 2001', 'in năm 2003', 1],
    ['bản in 2001', 'in năm 2001', 0],
    ['1,5 lít, 220V', '1500ml', 0],
    ['236 lít, 220V', '380 lít, 50kg', 1],
    ['236 lít, 220V', '380 lít, 220V', 0.5],
  ])('of «%s» and «%s» %d of the figures are lacked', (left, right, share) => {
    expect(lackedOf(left, right)).toBe(share);
    expect(lackedOf(right, left)).toBe(share);
  });

  test('a figure in the name of the other record counts as found', () => {
    expect(lackedOf('in năm 2003', 'in 2001', 'Báo cáo 2001')).toBe(0);
  });

  test('where a record has no figure of the kind nothing is said', () => {
    expect(lackedOf('bản thường', 'in 2001')).toBeNaN();
    expect(lackedOf('220V', '236 lít')).toBeNaN();
    expect(lackedOf('in 1350 chữ', 'in 2950 chữ')).toBeNaN();
    expect(lackedOf('in 2001, 5kg', 'in 12 chữ, 5kg, 3kg')).toBe(0);
    expect(lackedOf(undefined, 'in 2001')).toBeNaN();
  });
});
