import { aWorkloadObject } from './manifests.ts';

type Json = Record<string, unknown>;

/** Kubernetes objects of software besides the core add-ons. */

interface VolumeOptions {
  /** CSI driver; undefined for a volume of Kubernetes' in-tree EBS plugin. */
  driver?: string;
  claim?: string;
  phase?: string;
}

/** An EBS volume, by default bound to a claim. */
export function aVolumeObject(name: string, options: VolumeOptions = {}): Json {
  const { driver, claim = 'shop/orders', phase = 'Bound' } = options;
  const [namespace = 'default', claimName = claim] = claim.split('/');
  const source =
    driver === undefined
      ? { awsElasticBlockStore: { volumeID: 'aws://eu-west-1a/vol-0a1b2c3d4e5f60001', fsType: 'ext4' } }
      : { csi: { driver, volumeHandle: 'vol-0a1b2c3d4e5f60001', fsType: 'ext4' } };
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      capacity: { storage: '20Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Delete',
      storageClassName: driver === undefined ? 'gp2' : 'gp3',
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name: claimName },
      ...source,
    },
    status: { phase },
  };
}

export function csiDriverObject(name: string): Json {
  return { apiVersion: 'storage.k8s.io/v1', kind: 'CSIDriver', metadata: { name }, spec: { attachRequired: true } };
}

/** The CSINode of a node with the EBS CSI driver. */
export function aCsiNodeObject(name: string, count = 25): Json {
  const spec = {
    drivers: [{ name: 'ebs.csi.aws.com', nodeID: `i-0${name}`, topologyKeys: [], allocatable: { count } }],
  };
  return { apiVersion: 'storage.k8s.io/v1', kind: 'CSINode', metadata: { name }, spec };
}

export function aStorageClassObject(name: string, annotations: Json = {}): Json {
  const metadata = { name, annotations };
  return { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata, provisioner: 'ebs.csi.aws.com' };
}

/** The EKS add-on aws-ebs-csi-driver: controller and CSIDriver; also EFS's CSIDriver, which EKS itself installs. */
export function ebsCsiObjects(version: string): Json[] {
  return [
    csiDriverObject('ebs.csi.aws.com'),
    csiDriverObject('efs.csi.aws.com'),
    aWorkloadObject('Deployment', 'kube-system/ebs-csi-controller', {
      images: { 'ebs-plugin': `602401143452.dkr.ecr.eu-west-1.amazonaws.com/eks/aws-ebs-csi-driver:${version}` },
      labels: { 'app.kubernetes.io/name': 'aws-ebs-csi-driver' },
    }),
  ];
}

export function clusterAutoscalerObject(version: string): Json {
  const object = aWorkloadObject('Deployment', 'kube-system/cluster-autoscaler', {
    images: { 'cluster-autoscaler': `registry.k8s.io/autoscaling/cluster-autoscaler:${version}` },
    labels: { app: 'cluster-autoscaler' },
    replicas: 1,
  }) as Json & { spec: { template: { spec: Json } } };
  object.spec.template.spec['serviceAccountName'] = 'cluster-autoscaler';
  return object;
}

/**
 * A controller of the table `controllers`, as its Helm chart labels it.
 * @param marks annotations of the tool that applies it
 */
export function aControllerObject(path: string, image: string, marks: Record<string, string> = {}): Json {
  const [, name = path] = path.split('/');
  const object = aWorkloadObject('Deployment', path, {
    images: { [name]: image },
    labels: { 'app.kubernetes.io/name': name },
  });
  return { ...object, metadata: { ...(object['metadata'] as Json), annotations: marks } };
}

/** Controllers whose projects list every Kubernetes version since 1.17. */
export function lastingControllerObjects(): Json[] {
  return [
    aControllerObject(
      'kube-system/prometheus-operator',
      'registry.example/prometheus-operator/prometheus-operator:v0.83.0',
    ),
    aControllerObject('kube-system/fsx-csi-controller', 'public.ecr.aws/fsx-csi-driver/aws-fsx-csi-driver:v1.5.0'),
  ];
}

/** The same objects with another version of Cluster Autoscaler. */
export function withClusterAutoscaler(objects: readonly Json[], version: string): Json[] {
  const others = objects.filter(({ metadata }) => (metadata as Json)['name'] !== 'cluster-autoscaler');
  return [...others, clusterAutoscalerObject(version)];
}

export function nvidiaDevicePluginObject(version: string, path = 'kube-system/nvidia-device-plugin-daemonset'): Json {
  return aWorkloadObject('DaemonSet', path, {
    images: { 'nvidia-device-plugin-ctr': `nvcr.io/nvidia/k8s-device-plugin:${version}` },
  });
}

/** Fluentd of Container Insights. */
export function fluentdObject(env: readonly Json[] = []): Json {
  const object = aWorkloadObject('DaemonSet', 'amazon-cloudwatch/fluentd-cloudwatch', {
    images: { 'fluentd-cloudwatch': 'fluent/fluentd-kubernetes-daemonset:v1.7.3-debian-cloudwatch-1.0' },
  });
  return withEnvironment(object, env);
}

/** Fluent Bit of Container Insights. */
export function fluentBitObject(image: string, env: readonly Json[]): Json {
  const object = aWorkloadObject('DaemonSet', 'amazon-cloudwatch/fluent-bit', { images: { 'fluent-bit': image } });
  return withEnvironment(object, env);
}

function withEnvironment(object: Json, env: readonly Json[]): Json {
  const copy = structuredClone(object) as { spec: { template: { spec: { containers: Json[] } } } };
  for (const container of copy.spec.template.spec.containers) container['env'] = env;
  return copy;
}
