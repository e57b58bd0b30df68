import { AMITypes } from '@aws-sdk/client-eks';
import { expect, it } from 'vitest';
import { amiType, eksImageName } from '../../src/facts/image-texts.ts';
import { readEksImage } from '../../src/for-checks/eks-images.ts';
import { loadTable } from '../../src/tables/tables.ts';

const images = loadTable('ami-variants').rows.flatMap((row) => (row.rowKind === 'image' ? [row] : []));

it('has a row for each AMI type of the API, and no other', () => {
  const types = Object.values(AMITypes).filter((type) => type !== 'CUSTOM');
  expect(images.map((row) => row.amiType).sort()).toEqual(types.sort());
});

it.each(images)('reads the parameter of $amiType as an AMI with its operating system', (image) => {
  const name = image.parameter.replace('VERSION', '1.34');
  expect(readEksImage(name)).toMatchObject({ family: image.system, kubernetes: 34 });
  expect(eksImageName().safeParse(name).success).toBe(true);
  expect(amiType().safeParse(image.amiType).success).toBe(true);
});

it('keeps the architecture and the variant in the parameter', () => {
  for (const { amiType: type, arch, variant, system, parameter } of images) {
    expect(type.includes(arch === 'arm64' ? 'ARM_64' : 'x86_64')).toBe(true);
    for (const part of variant.split('-').filter((word) => word !== 'standard')) {
      expect(parameter).toContain(part);
      expect(type.toLowerCase()).toContain(part.toLowerCase());
    }
    if (system !== 'AL2' && system !== 'WINDOWS') expect(parameter).toContain(`/${arch}/`);
  }
});
