import { describe, expect, test } from 'vitest';
import { featuresOf } from '../testing/features-of.ts';
import { FEATURE as F } from './feature-list.ts';

describe('brandShare', () => {
  const shareOf = (left: string | undefined, right: string | undefined, name = 'Máy in') =>
    featuresOf({ name, brand: left }, { name: 'Máy in', brand: right })[F.brandShare];

  test.each([
    ['Hewlett Packard', 'HP'],
    ['HP', 'Hewlett Packard'],
    ['Very Large Data Bases', 'VLDB'],
    ['General Electric', 'GE'],
  ])('«%s» and «%s» are one brand', (left, right) => {
    expect(shareOf(left, right)).toBe(1);
  });

  test.each([
    ['Hewlett Packard', 'HPE'],
    ['Hewlett Packard', 'H'],
    ['Hewlett Packard Enterprise', 'HP'],
    ['Kato', 'KT'],
  ])('«%s» and «%s» are two', (left, right) => {
    expect(shareOf(left, right)).toBe(0);
  });

  test('the initials of a brand in the name of the other record name it', () => {
    expect(shareOf(undefined, 'Hewlett Packard', 'Máy in HP')).toBe(1);
    expect(shareOf(undefined, 'Hewlett Packard', 'Máy in HB')).toBe(0);
  });

  test('a part of a brand is a part, and without any brand there is none', () => {
    expect(shareOf('Sao Mai', 'Sao Hôm')).toBeCloseTo(0.5, 1);
    expect(shareOf(undefined, undefined)).toBeNaN();
  });
});

describe('figuresBeside', () => {
  const lackedOf = (left: string | undefined, right: string | undefined, name = 'Báo cáo') =>
    featuresOf({ name, description: left }, { name: 'Báo cáo', description: right })[F.figuresBeside];

  test.each([
    ['bản in 2001', 'in năm 2003', 1],
    ['bản in 2001', 'in năm 2001', 0],
    ['dài 1,5 lít, 220V', '1500ml', 0],
    ['4 cổng, 220V', '8 cổng, 220V', 0.5],
  ])('of «%s» and «%s» %d of the figures are lacked', (left, right, share) => {
    expect(lackedOf(left, right)).toBe(share);
    expect(lackedOf(right, left)).toBe(share);
  });

  test('a figure in the name of the other record counts as found', () => {
    expect(lackedOf('bản thường', 'in 2001, A4', 'Báo cáo 2001')).toBeNaN();
    expect(lackedOf('in 12 trang', 'in 2001', 'Báo cáo 2001')).toBe(0);
  });

  test('where a record has no figures beside its name nothing is said', () => {
    expect(lackedOf('bản thường', 'in 2001')).toBeNaN();
    expect(lackedOf(undefined, 'in 2001')).toBeNaN();
  });
});
