{{- define "eks-preflight.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{/* At most 52 characters: a CronJob adds 11 to the name of each Job. */}}
{{- define "eks-preflight.fullname" -}}
{{- $name := include "eks-preflight.name" . -}}
{{- $full := contains $name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name $name) -}}
{{- default $full .Values.fullnameOverride | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{/* Of the roles; `eks-preflight permissions` prints roles of another name. */}}
{{- define "eks-preflight.rolename" -}}
{{- printf "%s-cronjob" (include "eks-preflight.fullname" .) -}}
{{- end -}}

{{- define "eks-preflight.serviceaccount" -}}
{{- $default := .Values.serviceAccount.create | ternary (include "eks-preflight.fullname" .) "default" -}}
{{- default $default .Values.serviceAccount.name -}}
{{- end -}}

{{- define "eks-preflight.selector" -}}
app.kubernetes.io/name: {{ include "eks-preflight.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "eks-preflight.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{ include "eks-preflight.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- with omit (default dict .Values.commonLabels) "helm.sh/chart" "app.kubernetes.io/name" "app.kubernetes.io/instance" "app.kubernetes.io/version" "app.kubernetes.io/managed-by" }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* `podLabels` replace other labels, except those by which the NetworkPolicy selects the pod. */}}
{{- define "eks-preflight.podlabels" -}}
{{- $labels := include "eks-preflight.labels" . | fromYaml -}}
{{- toYaml (mergeOverwrite $labels (default dict .Values.podLabels) (include "eks-preflight.selector" . | fromYaml)) -}}
{{- end -}}

{{- define "eks-preflight.image" -}}
{{- with .Values.image -}}
{{- empty .digest | ternary (printf "%s:%s" .repository (default $.Chart.AppVersion .tag)) (printf "%s@%s" .repository .digest) -}}
{{- end -}}
{{- end -}}

{{/* The time limit of the scan in seconds. */}}
{{- define "eks-preflight.timeoutseconds" -}}
{{- $unit := dict "s" 1 "m" 60 "h" 3600 -}}
{{- $text := .Values.timeout -}}
{{- mul (regexFind "^[0-9]+" $text | int) (get $unit (regexFind "[smh]$" $text)) -}}
{{- end -}}
