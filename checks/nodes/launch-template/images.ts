import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { hasSameVariant, readEksImage, type EksImage } from '../../../src/for-checks/eks-images.ts';
import { setTemplate, toEksTemplate } from '../../../src/for-checks/launch-template-commands.ts';
import { hasAmazonLinux2 } from '../../../src/for-checks/node-images.ts';
import { buildReplaceRemedy, updateNodegroup } from '../../../src/for-checks/node-replacement.ts';
import { isWithinSkew } from '../../../src/for-checks/skew.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import { findOldest } from '../shared/group-nodes.ts';
import { besideScalingManager, inPolicy, nameManager } from './gone.ts';
import { newVersion } from './next-parameter.ts';
import type { TemplateUser } from './users.ts';

type Here = Pick<Context<'amazon-linux-2' | 'skew' | 'managed-changes'>, 'cluster' | 'current' | 'target' | 'tables'>;
type Found = NonNullable<TemplateUser['template']['found']>;
type Names = Facts['launchTemplateImages'];

/** Findings about the AMI in a launch template; none for a launch template that leaves the AMI to EKS. */
export function* imageFindings(user: TemplateUser, found: Found, names: Names, here: Here): Generator<Finding> {
  if (found.imageId === null) return;
  const image = findEksImage(found.imageId, names);
  if (image !== undefined && isTooNew(user, image, here.current)) yield tooNewFinding(user, found, image, here);
  const minor = image?.kubernetes ?? findOldest(user.nodes);
  if (minor === undefined || minor >= here.target) return;
  const ready = (found.others ?? []).flatMap(({ number, imageId }) => {
    const other = findEksImage(imageId ?? '', names);
    const isNext = other?.kubernetes === here.target && (image === undefined || hasSameVariant(image, other));
    return isNext ? [{ number, image: other }] : [];
  });
  const prepared = ready.toSorted((a, b) => b.number - a.number)[0];
  if (prepared !== undefined) yield preparedFinding(user, found, prepared, here);
  else if (image !== undefined && isFixed(user, image, here)) yield parameterFinding(user, found, image, here);
}

function findEksImage(id: string, names: Names): EksImage | undefined {
  return readEksImage(names.find((image) => image.id === id)?.name ?? '');
}

/** Nodes that run such a kubelet, and groups without nodes, are judged by nodes/kubelet-skew. */
function isTooNew({ nodegroup, nodes }: TemplateUser, { kubernetes }: EksImage, current: Minor): boolean {
  if (nodegroup !== undefined || nodes.length === 0 || kubernetes <= current) return false;
  return !nodes.some(({ kubeletVersion }) => parseMinor(kubeletVersion) === kubernetes);
}

function tooNewFinding(user: TemplateUser, found: Found, image: EksImage, here: Here): Finding {
  const { resource } = user;
  const { cluster, current } = here;
  const required = `1.${current} or older`;
  return {
    level: 'warn',
    rule: 'newer',
    resource,
    message: `version ${found.number} of its launch template has an AMI for ${format(image.kubernetes)}: its next nodes are newer than control plane ${format(current)}`,
    evidence: [{ observed: image.name, required, fact: 'launchTemplateImages' }],
    fix: besideScalingManager(
      advice`Until the control plane is at ${format(image.kubernetes)}, set a version of the launch template with an AMI for
      ${format(current)} in the Auto Scaling group. ${inPolicy}\n${commands(
        sh`aws autoscaling describe-auto-scaling-groups --region ${cluster.region} --auto-scaling-group-names ${resource.name}`,
      )}`,
      user,
      here,
    ),
  };
}

function preparedFinding(
  user: TemplateUser,
  found: Found,
  prepared: { number: number; image: EksImage },
  here: Here,
): Finding {
  const { cluster, target } = here;
  const { resource, nodegroup, template } = user;
  const { number, image } = prepared;
  const label = number === found.latest ? 'latest' : 'default';
  const named = { template: template.template, version: String(number) };
  const update =
    nodegroup === undefined
      ? advice`Set it in the Auto Scaling group, then replace its nodes. ${inPolicy}\n${commands(
          setTemplate(resource.name, named, cluster),
        )}`
      : advice`Update the node group to it, without a Kubernetes version.\n${updateNodegroup(
          cluster,
          nodegroup.name,
          sh`--launch-template ${toEksTemplate(named.template, named.version)}`,
        )}`;
  return {
    level: 'warn',
    phase: 'after',
    at: target,
    rule: 'prepared',
    resource,
    ...buildReplaceRemedy(resource),
    message: `version ${number} (${label}) of its launch template has an AMI for ${format(target)}; the group uses version ${found.number}`,
    evidence: [
      {
        observed: `version ${found.number} in use, default ${found.default}, latest ${found.latest}`,
        required: `version ${number}: ${image.name}`,
        fact: 'launchTemplateImages',
      },
    ],
    fix: nameManager(
      advice`Compare the other settings of that version with those of the one in use. ${update}`,
      user,
      here,
    ),
  };
}

/** True for a parameter that stays at an older version, if EKS has its operating system for the target. */
function isFixed({ nodegroup }: TemplateUser, { name, family, kubernetes }: EksImage, { target, tables }: Here) {
  if (nodegroup !== undefined || !name.startsWith('/') || !isWithinSkew(tables.skew, kubernetes, target)) return false;
  return family !== 'AL2' || hasAmazonLinux2(target, tables['amazon-linux-2']);
}

function parameterFinding(user: TemplateUser, found: Found, image: EksImage, here: Here): Finding {
  const { cluster, target } = here;
  const { resource, template } = user;
  const [old, next] = [format(image.kubernetes), format(target)];
  return {
    level: 'warn',
    phase: 'after',
    at: target,
    rule: 'parameter',
    resource,
    message: `version ${found.number} of its launch template has the AMI of a parameter for ${old}: new nodes stay at ${old}`,
    evidence: [{ observed: image.name, required: `a parameter for ${next}`, fact: 'launchTemplateImages' }],
    fix: nameManager(
      advice`Create a version of the launch template with the parameter for ${next}, set it in the Auto Scaling group,
      and replace its nodes. ${inPolicy}\n${newVersion(template.template, found.number, image, target, cluster.region)}\n${commands(
        setTemplate(resource.name, { template: template.template, version: 'TEMPLATE_VERSION' }, cluster),
      )}`,
      user,
      here,
    ),
  };
}
