import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { collectors } from '../../src/collectors/index.ts';
import { findMark, type Mark } from '../../src/facts/marks.ts';
import { kernelVersion, softwareVersion } from '../../src/facts/public-texts.ts';
import { gapText, permissionName } from '../../src/facts/reason-texts.ts';
import { factNames, type Facts } from '../../src/facts/facts.ts';
import { parseInventory, type Inventory } from '../../src/inventory/inventory.ts';
import { createAddressMap } from '../../src/inventory/redact/addresses.ts';
import { readPublic } from '../../src/inventory/redact/public.ts';
import { redactInventory } from '../../src/inventory/redact/redact.ts';
import { redactText, type TextRules } from '../../src/inventory/redact/text.ts';
import { schemasBelow } from '../../src/inventory/redact/walk.ts';
import { readingSchemas } from '../../src/facts/reading.ts';
import { grants } from '../../src/facts/optional-grants.ts';
import { neededPermissions } from '../../src/commands/permissions/needed.ts';
import { permissionText } from '../../src/facts/reason.ts';
import { loadTable } from '../../src/tables/tables.ts';

/** Redaction of single texts: a node's image, an id, a client's name. */
function healthy(): Inventory {
  const text = readFileSync(new URL('../inventories/healthy.json', import.meta.url), 'utf8');
  const { takenAt, readings } = parseInventory(text, 'a test', '0.1.0');
  return { takenAt, readings };
}

function redactedNode(more: Partial<Facts['nodes'][number]>): Facts['nodes'][number] | undefined {
  const { takenAt, readings } = healthy();
  if (readings.nodes?.ok !== true) throw new Error('no nodes');
  const [first] = readings.nodes.value;
  if (first === undefined) throw new Error('no node');
  const nodes = { ...readings.nodes, value: [{ ...first, ...more }] };
  const redacted = redactInventory({ takenAt, readings: { ...readings, nodes } }).readings.nodes;
  return redacted?.ok === true ? redacted.value[0] : undefined;
}

/** A text that names a resource of a health issue, redacted. */
function redactedId(text: string): string | undefined {
  const { takenAt, readings } = healthy();
  if (readings.cluster?.ok !== true) throw new Error('no cluster');
  const healthIssues = [{ code: 'Other', message: '', resourceIds: [text] }];
  const cluster = { ...readings.cluster, value: { ...readings.cluster.value, healthIssues } };
  const redacted = redactInventory({ takenAt, readings: { ...readings, cluster } }).readings.cluster;
  return redacted?.ok === true ? redacted.value.healthIssues?.[0]?.resourceIds[0] : undefined;
}

describe("a node's image, kernel and runtime", () => {
  it.each([
    'Amazon Linux 2',
    'Amazon Linux 2023.9.20251014',
    'Bottlerocket OS 1.26.1 (aws-k8s-1.31)',
    'Bottlerocket (EKS Auto, Standard) 2026.11.5 (aws-k8s-1.33-standard)',
    'Ubuntu 24.04.3 LTS',
    'Windows Server 2022 Datacenter',
    'Red Hat Enterprise Linux 9.4 (Plow)',
  ])('%s stays', (osImage) => expect(redactedNode({ osImage })?.osImage).toBe(osImage));

  it.each([
    ['Globex Hardened Linux 9.4 (Wren)', /^word-\d+ word-\d+ Linux 9\.4 \(word-\d+\)$/],
    ['Amazon Linux 2 (globex golden image 7)', /^Amazon Linux 2 \(word-\d+ word-\d+ image 7\)$/],
    ['Ubuntu 22.04.5 LTS globex', /^Ubuntu 22\.04\.5 LTS word-\d+$/],
  ])("%s keeps what is everybody's", (osImage, kept) => expect(redactedNode({ osImage })?.osImage).toMatch(kept));

  it.each(['6.12.46-66.121.amzn2023.x86_64', '5.10.245-241.978.amzn2.x86_64', '6.8.0-1040-aws', '10.0.20348.2762'])(
    'kernel %s stays',
    (kernelVersion) => expect(redactedNode({ kernelVersion })?.kernelVersion).toBe(kernelVersion),
  );

  it('a kernel of their own keeps its numbers and its distribution', () => {
    const { kernelVersion } = redactedNode({ kernelVersion: '5.10.245-globex.7.amzn2.x86_64' }) ?? {};
    expect(kernelVersion).toMatch(/^5\.10\.245-word-\d+\.7\.amzn2\.x86_64$/);
  });

  it.each([
    ['v1.33.5-eks-113cf36', /^v1\.33\.5-eks-113cf36$/],
    ['v1.33.5-globex.2', /^v1\.33\.5-word-\d+\.2$/],
  ])('kubelet %s', (kubeletVersion, kept) => expect(redactedNode({ kubeletVersion })?.kubeletVersion).toMatch(kept));

  it('a runtime of their own keeps its version', () => {
    const { containerRuntimeVersion } = redactedNode({ containerRuntimeVersion: 'containerd://1.7.27-globex' }) ?? {};
    expect(containerRuntimeVersion).toMatch(/^containerd:\/\/1\.7\.27-word-\d+$/);
  });
});

/** An id and the account that it may hold, both redacted. */
function redactedBeside(account: string, text: string): { account: string; id: string } {
  const { takenAt, readings } = healthy();
  if (readings.cluster?.ok !== true) throw new Error('no cluster');
  const healthIssues = [{ code: 'Other', message: '', resourceIds: [text] }];
  const value = { ...readings.cluster.value, account, healthIssues };
  const redacted = redactInventory({ takenAt, readings: { ...readings, cluster: { ...readings.cluster, value } } });
  if (redacted.readings.cluster?.ok !== true) throw new Error('no cluster');
  const { account: other, healthIssues: issues } = redacted.readings.cluster.value;
  return { account: other, id: issues?.[0]?.resourceIds[0] ?? '' };
}

describe('an account in a text', () => {
  it.each([
    ['RoleArn=arn%3Aaws%3Aiam%3A%3A123456789012%3Arole%2Fzebra', /^id-\d+=arn:aws:iam::ACCOUNT:role\/id-\d+$/],
    ['arn%253Aaws%253Aiam%253A%253A123456789012%253Arole', /^arn:aws:iam::ACCOUNT:role$/],
    ['root%20123456789012%20', /^root ACCOUNT $/],
    ['x123456789012y', /^id-\d+$/],
    ['AccountId123456789012', /^id-\d+$/],
    ['bucket-zebra-123456789012-logs', /^id-\d+$/],
    ['1234-5678-9012', /^ACCOUNT$/],
    ['1234 5678 9012', /^ACCOUNT$/],
    ['root 123 456 789 012.', /^root ACCOUNT\.$/],
    ['123-456-789-012', /^ACCOUNT$/],
    ['1234\u20115678\u20119012', /^ACCOUNT$/],
    ['root 123456789012 403', /^root ACCOUNT 403$/],
    ['1234-5678-9012 137 2026-11-20', /^ACCOUNT 137 2026-11-20$/],
  ])('%s', (text, kept) => {
    const redacted = redactedBeside('123456789012', text);
    expect(redacted.account).toMatch(/^0{6}\d{6}$/);
    expect(redacted.id.replaceAll(redacted.account, 'ACCOUNT')).toMatch(kept);
  });

  it('has one pseudonym however it is written, and another one than a second', () => {
    const text = '111122223344, 1111-2222-3344, 1111 2222 3344; 444455556666';
    const [first = '', ...others] = redactedId(text)?.match(/\d{12}/g) ?? [];
    expect(others.slice(0, 2)).toEqual([first, first]);
    expect(others[2]).not.toBe(first);
  });

  it.each([
    '602401143452.dkr.ecr.us-west-2.amazonaws.com/eks/coredns',
    '602401143452',
    '6024-0114-3452',
    ...loadTable('eks-registries').rows.map(({ account }) => account),
  ])('of AWS stays: %s', (text) => expect(redactedId(text)).toBe(text));

  it.each(['v1.18.1-123456789012', '5.10.0-123456789012', '1.2.3-rc.123456789012', '1.2.123456789012-amzn2.x86_64'])(
    'is in unknown: %s',
    (version) => {
      const rules = { ...bareRules(), pseudonym: () => 'ACCOUNT' };
      for (const schema of [softwareVersion(), kernelVersion()]) {
        const mark = requireMark(schema);
        expect(redactText(version, mark, rules)).toBe(version.replace('123456789012', 'ACCOUNT'));
        expect(redactText(version.replace('123456789012', '20251103'), mark, rules)).toContain('20251103');
      }
    },
  );
});

describe('addresses in a text', () => {
  const quad = String.raw`52-(?!94-133-131)\d+-\d+-\d+`;
  it.each([
    ['ec2-52-94-133-131.compute.amazonaws.com', `^ec2-${quad}\\.compute\\.amazonaws\\.com$`],
    ['ec2-52-94-133-131.compute-1.amazonaws.com', `^ec2-${quad}\\.compute-1\\.amazonaws\\.com$`],
    ['ec2-52-94-133-131.eu-west-1.compute.amazonaws.com', `^ec2-${quad}\\.eu-west-1\\.compute\\.amazonaws\\.com$`],
    ['52-94-133-131.default.pod.cluster.local', `^${quad}\\.default\\.pod\\.cluster\\.local$`],
    ['root 52-94-133-131', `^root ${quad}$`],
    ['jane%40zebra.com', String.raw`^user-1@dns\.example$`],
    ['::ffff:52.94.133.131', String.raw`^::.*:52\.(?!94\.133\.131)\d+\.\d+\.\d+$`],
    ['fe80::a1b:2cff:fe3d:4e5f%eth0', String.raw`^fe80:(?!.*2cff)[0-9a-f:]*ff:fe(?!3d:4e5f)[0-9a-f:]+%`],
    ['fe80::1ff:fe23:4567:890a', '^fe80:(?!.*890a)[0-9a-f:]+$'],
    ['ff02::1:ff28:9c5a', '^ff02::1:ff(?!28:9c5a)[0-9a-f:]+$'],
    ['root 00:1A:2B:3C:4D:5E', '^root 02:00:00:00:00:01$'],
    ['00-1a-2b-3c-4d-5e', '^02-00-00-00-00-01$'],
    ['001a.2b3c.4d5e', String.raw`^0200\.0000\.0001$`],
    [`${'AB:'.repeat(19)}CD`, `^02:${'00:'.repeat(18)}01$`],
  ])('%s is another', (text, kept) => expect(redactedId(text)).toMatch(new RegExp(kept)));

  it.each(['fe80::1', 'fe80::/10', '10:15:30', '169.254.169.254'])('%s stays', (text) =>
    expect(redactedId(text)).toBe(text),
  );

  it('of one card have one pseudonym, however it is written', () => {
    const [one, other, third] = redactedId('00:1A:2B:3C:4D:5E 00-1a-2b-3c-4d-5e 00:1a:2b:3c:4d:5f')?.split(' ') ?? [];
    expect(other?.replaceAll('-', ':')).toBe(one);
    expect(third).not.toBe(one);
  });
});

describe('names that everybody takes for an example', () => {
  it.each([
    ['vault.acme.corp', /^dns-\d+\.\S+\.corp\.example$/],
    ['http://example.com/x', /^http:\/\/dns-\d+\.com\.example\/x$/],
    ['acme.karpenter.sh', /^dns-\d+\.karpenter\.sh$/],
  ])('%s goes', (text, kept) => expect(redactedId(text)).toMatch(kept));

  it.each(['acme.cert-manager.io', 'orders.acme.cert-manager.io/v1'])('%s keeps what is of cert-manager', (text) =>
    expect(redactedId(text)).toMatch(/acme\.cert-manager\.io/),
  );
});

describe('a permission', () => {
  const rules = { ...bareRules(), pseudonym: (kind: string) => `${kind}-1` };
  const redactPermission = (text: string): string => redactText(text, requireMark(permissionName()), rules);

  it('stays if this program may name it', () => {
    const needed = neededPermissions(collectors, checks, grants).map(permissionText);
    expect(needed.length).toBeGreaterThan(50);
    const lost = needed.filter((text) => redactPermission(text) !== text);
    expect(lost, 'Put the words that are missing into src/inventory/redact/public-words.ts').toEqual([]);
  });

  it("keeps its verb if it is about a plug-in's resource", () =>
    expect(redactPermission('gadgets.globex.io: list')).toBe('dns-1.dns-1.io.example: list'));
});

describe('what was not read', () => {
  const rules = { ...bareRules(), pseudonym: (kind: string) => `${kind}-1` };
  it.each([
    ['node group blue', 'node group word-1'],
    ['the Helm release shop/cart', 'the Helm release word-1/word-1'],
    ['the DaemonSet of the VPC CNI', 'the DaemonSet of the VPC CNI'],
    ['the Corefile of Deployment kube-system/coredns', 'the Corefile of Deployment kube-system/coredns'],
    ['nodes', 'nodes'],
    ['role arn:aws:iam::444455556666:role/globex', 'role arn:aws:iam::account-1:role/word-1'],
  ])('%s', (text, redacted) => expect(redactText(text, requireMark(gapText()), rules)).toBe(redacted));
});

function requireMark(schema: object): Mark {
  const mark = findMark(schema);
  if (mark === undefined) throw new Error('no mark');
  return mark;
}

describe('user agents', () => {
  const rules = { ...bareRules(), pseudonym: (kind: string) => `${kind}-1` };
  const agent = (text: string): string => redactText(text, { is: 'name', kind: 'app' }, rules);

  it.each(['kubectl/v1.20.4', 'helm/3.9', 'argo-workflows/3.1', 'kubectl/v1.33.0 (linux/amd64)'])('%s stays', (text) =>
    expect(agent(text)).toBe(text),
  );

  it.each([
    ['kubectl/v1.33.0-globex (linux/amd64) kubernetes/abc1234', 'kubectl/v1.33.0-app-1 (linux/amd64) kubernetes/app-1'],
    ['globex-deployer/v2 globex-ci', 'app-1/v2 app-1'],
  ])("%s keeps what is everybody's", (text, kept) => expect(agent(text)).toBe(kept));
});

function bareRules(): TextRules {
  return { addresses: createAddressMap(), pseudonym: (_, word) => word, public: readPublic(), names: new Set() };
}

/** Texts for which redaction once examined each character again from each character before it. */
const hostile: Readonly<Record<string, string>> = {
  'one word': 'a',
  'no letter, but what a mail address may hold': '+',
  'dots alone': '.',
  'dashes alone': '-',
  'a mail address without its end': 'a.',
  'many ats': 'a@',
  'dots and ats': 'a.@',
  dashes: 'a-',
  versions: '-1.1',
  'versions of something': 'a-1.1',
  colons: 'f:',
  digits: '1',
  'digits and dots': '1.',
  'hex and dashes': '0a1b2c3d-',
  'ids of AWS': 'i-0',
  quotes: '"',
  'quoted words': 'User "a" ',
  roles: 'role/a',
  paths: '/home/a',
  gaps: 'of a/a',
  capitals: 'AAa',
  'words that are known': 'the ',
  durations: '1m',
  fields: 'spec.',
  escapes: '%41',
  'escapes of escapes': '%2525',
  'groups of digits': '1111 ',
  'groups of digits and letters': '1111-1a',
  'numbers with a plus': '+1.1',
  'octets of cards': '0a:',
  'octets of cards, dashed': '0a-',
  'accounts glued to letters': 'a123456789012',
  'dashed addresses': '52-94-133-131-',
};
const marks: readonly Mark[] = [{ is: 'name', kind: 'label' }, requireMark(gapText()), { is: 'json', kind: 'role' }];

/** The expressions of all public texts. */
const expressions = factNames.flatMap((fact) =>
  schemasBelow(readingSchemas[fact]).flatMap((schema) => {
    const mark = findMark(schema);
    return mark?.is === 'public' ? mark.patterns.filter((pattern) => pattern instanceof RegExp) : [];
  }),
);

describe('a long text', () => {
  const repeated = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length));

  // Quadratic, each of these took a minute (38 s for 80,000 plus signs); the test's own limit stops that.
  it.each(Object.entries(hostile))('of %s is looked at once', (_, part) => {
    const rules = bareRules();
    const text = repeated(part, 100_000);
    for (const mark of marks) {
      expect(redactText(text, mark, rules).length).toBeGreaterThan(0);
      expect(redactText(`${text} !`, mark, rules).length).toBeGreaterThan(0);
    }
    expect(expressions.length).toBeGreaterThan(50);
    for (const start of ['', '1.33.5', 'v1.33.5-eks', 'Amazon Linux 2', 'containerd://1.7.27-']) {
      expect(expressions.some((expression) => expression.test(`${start}${text} !`))).toBe(false);
    }
  });

  it.each(Object.entries(hostile))('of %s, twice as long, is twice the work', (_, part) => {
    const countLettersLookedUp = (length: number): number => {
      let letters = 0;
      const names = new Set<string>();
      names.has = (word) => {
        letters += word.length;
        return false;
      };
      for (const mark of marks) redactText(repeated(part, length), mark, { ...bareRules(), names });
      return letters;
    };
    expect(countLettersLookedUp(20_000)).toBeLessThan(3 * Math.max(1, countLettersLookedUp(10_000)));
  });
});
