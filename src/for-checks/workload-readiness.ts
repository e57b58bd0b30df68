import { chained, sh, type Command } from '../syntax/shell.ts';

/**
 * Lists the workloads with fewer ready pods than wanted, in all namespaces. The phase of a pod does not show this: a pod
 * that restarts again and again, or is not ready, is Running.
 */
export const listUnready: Command = sh`kubectl get deployments,statefulsets,daemonsets --all-namespaces -o go-template='{{range .items}}{{$ready := or .status.readyReplicas .status.numberReady 0.0}}{{$wanted := or .spec.replicas .status.desiredNumberScheduled 0.0}}{{if lt $ready $wanted}}{{.kind}} {{.metadata.namespace}}/{{.metadata.name}}: {{$ready}} of {{$wanted}} ready{{"\\n"}}{{end}}{{end}}'`;

/** Lists the pods that no node runs yet, in all namespaces, without their ages: two lists can be compared. */
const listPending: Command = sh`kubectl get pods --all-namespaces --field-selector status.phase=Pending --no-headers -o custom-columns=NAMESPACE:.metadata.namespace,NAME:.metadata.name`;

/**
 * Saves the workloads with fewer ready pods than wanted, and the pods that are Pending, to a file.
 * @param version the version that an update or a rollback of the control plane begins with them
 */
export function saveWorkloads(version: string): Command {
  const file = sh`workloads-before-${version}.txt`;
  return chained(sh`${listUnready} > ${file}`, sh`${listPending} >> ${file}`);
}

/** Compares the workloads with those that {@link saveWorkloads} saved: a line with `>` is new. */
export function compareWorkloads(version: string): Command {
  const file = sh`workloads-now-${version}.txt`;
  return chained(
    sh`${listUnready} > ${file}`,
    sh`${listPending} >> ${file}`,
    sh`diff ${sh`workloads-before-${version}.txt`} ${file}`,
  );
}
