import { sh, type Command } from '../syntax/shell.ts';

/**
 * Lists the workloads with fewer ready pods than wanted, in all namespaces. The phase of a pod does not show this: a pod
 * that restarts again and again, or is not ready, is Running.
 */
export const listUnready: Command = sh`kubectl get deployments,statefulsets,daemonsets --all-namespaces -o go-template='{{range .items}}{{$ready := or .status.readyReplicas .status.numberReady 0.0}}{{$wanted := or .spec.replicas .status.desiredNumberScheduled 0.0}}{{if lt $ready $wanted}}{{.kind}} {{.metadata.namespace}}/{{.metadata.name}}: {{$ready}} of {{$wanted}} ready{{"\\n"}}{{end}}{{end}}'`;
