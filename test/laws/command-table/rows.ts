/** What a command that a report prints does to what it does not name. */
export interface Change {
  /**
   * Program, verb and, where they differ by it, object or option: `aws eks update-cluster-config --logging`,
   * `kubectl patch crd`.
   */
  command: string;
  /** What happens to members that the command omits, in the words of the API or the tool; `not documented`. */
  omitted: string;
  /** What it replaces; `nothing` if it only adds. */
  overwrites: string;
  /** Whether it can be run twice. */
  again: string;
  /** How one sees that it worked. */
  worked: string;
  /** How it is undone. */
  undone: string;
  /** The documentation of the operation. */
  source: string;
  /** Where a test runs it and scans again; otherwise why none does. */
  run: { by: 'the AWS CLI' | 'kubectl' } | { not: string };
}

const api = (path: string) => `https://docs.aws.amazon.com/${path}`;

/** The page of an operation in an API reference of AWS. */
export const eks = (operation: string) => api(`eks/latest/APIReference/API_${operation}.html`);
export const ec2 = (operation: string) => api(`AWSEC2/latest/APIReference/API_${operation}.html`);
export const iam = (operation: string) => api(`IAM/latest/APIReference/API_${operation}.html`);
export const kms = (operation: string) => api(`kms/latest/APIReference/API_${operation}.html`);
export const events = (operation: string) => api(`eventbridge/latest/APIReference/API_${operation}.html`);
export const kubectl = (command: string) =>
  `https://kubernetes.io/docs/reference/kubectl/generated/kubectl_${command.split(' ')[0] ?? ''}/`;

export const notDocumented = 'not documented';

/** Nothing that a member of the request could reset. */
export const creates = 'nothing: it creates an object';
