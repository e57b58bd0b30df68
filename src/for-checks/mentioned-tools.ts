/** A tool that applies Terraform configurations. */
type TerraformTool = 'Terraform' | 'OpenTofu' | 'Terragrunt';

/** `assumed`: the tag only suggests the tool, such as with the name of a repository; `tag` is its key. */
export type MentionedOwner =
  | { kind: 'terraform'; tool: TerraformTool; assumed: boolean; tag: string }
  | { kind: 'pulumi'; assumed: boolean; tag: string };

/** Keys whose values are names that AWS, Kubernetes or a tool gives: a cluster may be named after Terraform. */
const foreignKey = /(?:^|[./])(?:kubernetes\.io|k8s\.io|k8s\.aws|karpenter\.sh|eksctl\.io)\/|^(?:aws|eks|aws-cdk):/i;
const beginning = /^(terraform|opentofu|terragrunt|pulumi)/i;
/** `acme:terraform`. */
const ending = /[:/](terraform|opentofu|terragrunt|pulumi)$/i;
/** `Managed by Terraform`, `CreatedByTerraform`. */
const made =
  /^(?:.*[:/])?(?:managed|created|provisioned|deployed)[-_ ]?(?:by|with|via|using)[-_ ]?(terraform|opentofu|terragrunt|pulumi)/i;
/** `acme:tf-managed`. */
const abbreviated = /^(?:.*[:/])?(tf)[-_ ]?managed$/i;
const whole = /^(terraform|opentofu|terragrunt|pulumi)$/i;
/** `github.com/acme/terraform-eks`. */
const called = /(?:^|\/)(terraform|opentofu|terragrunt|pulumi)/i;
/** Keys whose values are names of tools: elsewhere, `tf` may be anything. */
const toolKey = /^(?:.*[:/])?(?:managed[-_ ]?by|iac)$/i;
const negative = /^(?:false|no|none|n|0|off)$/i;

/**
 * Terraform and Pulumi add no tags, but users often mention them in theirs: in a key, or as the whole value. Prefers a
 * tag that names the tool over one that only suggests it.
 */
export function findMentioned(tags: Readonly<Record<string, string>>): MentionedOwner | undefined {
  const found = Object.entries(tags)
    .filter(([key]) => !foreignKey.test(key))
    .flatMap(([key, value]) => findInTag(key, value.trim()) ?? []);
  return found.find(({ assumed }) => !assumed) ?? found[0];
}

function findInTag(tag: string, value: string): MentionedOwner | undefined {
  const isOfTool = toolKey.test(tag);
  const byKey = negative.test(value) ? undefined : firstMatch(tag, [beginning, ending, made, abbreviated]);
  const byValue = /^name$/i.test(tag)
    ? undefined
    : firstMatch(value, [whole, made, ...(isOfTool ? [/^(tofu)$/i] : [])]);
  const named = byKey ?? byValue;
  if (named !== undefined) return toOwner(named, false, tag);
  const suggested = firstMatch(value, [called, ...(isOfTool ? [/^(tofu|tf)\b/i] : [])]);
  return suggested === undefined ? undefined : toOwner(suggested, true, tag);
}

function firstMatch(text: string, patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

function toOwner(name: string, assumed: boolean, tag: string): MentionedOwner {
  switch (name.toLowerCase()) {
    case 'pulumi':
      return { kind: 'pulumi', assumed, tag };
    case 'opentofu':
    case 'tofu':
      return { kind: 'terraform', tool: 'OpenTofu', assumed, tag };
    case 'terragrunt':
      return { kind: 'terraform', tool: 'Terragrunt', assumed, tag };
    default:
      return { kind: 'terraform', tool: 'Terraform', assumed, tag };
  }
}
