/** vCPUs, network interfaces and IPv4 addresses of each, by size; as in the families c, m and r of generation 5 to 7. */
const bySize: Readonly<Record<string, readonly [number, number, number]>> = {
  medium: [1, 2, 4],
  large: [2, 3, 10],
  xlarge: [4, 4, 15],
  '2xlarge': [8, 4, 15],
  '4xlarge': [16, 8, 30],
  '8xlarge': [32, 8, 30],
  '12xlarge': [48, 8, 30],
  '24xlarge': [96, 15, 50],
};

/** Types whose numbers differ: https://docs.aws.amazon.com/ec2/latest/instancetypes/ */
const others: Readonly<Record<string, readonly [number, number, number]>> = {
  't3.small': [2, 3, 4],
  't3.medium': [2, 3, 6],
  't3.large': [2, 3, 12],
};

/** A type as DescribeInstanceTypes returns it; undefined if EC2 has none of this name. */
export function findInstanceType(name: string): Record<string, unknown> | undefined {
  const numbers = others[name] ?? bySize[name.split('.')[1] ?? ''];
  if (numbers === undefined) return undefined;
  const [DefaultVCpus, MaximumNetworkInterfaces, Ipv4AddressesPerInterface] = numbers;
  return {
    InstanceType: name,
    Hypervisor: /^(?:m4|c4|t2)\./.test(name) ? 'xen' : 'nitro',
    BareMetal: false,
    VCpuInfo: { DefaultVCpus },
    NetworkInfo: { MaximumNetworkInterfaces, Ipv4AddressesPerInterface },
  };
}
