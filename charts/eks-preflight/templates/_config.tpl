{{/* The config file: `config`, and the values that are keys of it by themselves. */}}
{{- define "eks-preflight.config" -}}
{{- $own := dict "cluster" .Values.cluster "inCluster" true "timeout" .Values.timeout -}}
{{- range $key := list "region" "state" "deliver" "notifyOn" "requireDelivery" "reportUrl" "sse" "sseKmsKeyId" -}}
{{- with get $.Values $key -}}
{{- $_ := set $own $key . -}}
{{- end -}}
{{- end -}}
{{- with include "eks-preflight.plugins" $ | fromJsonArray -}}
{{- $_ := set $own "plugin" . -}}
{{- end -}}
{{- toYaml (merge $own .Values.config) -}}
{{- end -}}
