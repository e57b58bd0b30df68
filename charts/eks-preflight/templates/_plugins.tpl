{{- define "eks-preflight.pluginFolder" -}}
/etc/eks-preflight-plugins
{{- end -}}

{{- define "eks-preflight.pluginConfigMap" -}}
{{- printf "%s-plugins" (include "eks-preflight.fullname" .) -}}
{{- end -}}

{{/* The names of the plug-ins that are mounted, as JSON. */}}
{{- define "eks-preflight.pluginFiles" -}}
{{- with .Values.plugins -}}
{{- concat (keys (default dict .files) | sortAlpha) (default list .configMap.keys) | toJson -}}
{{- end -}}
{{- end -}}

{{/* All plug-ins as the scan finds them, as JSON: those of `config.plugin`, then those that are mounted. */}}
{{- define "eks-preflight.plugins" -}}
{{- $all := include "eks-preflight.words" (default list .Values.config.plugin) | fromJsonArray -}}
{{- range include "eks-preflight.pluginFiles" . | fromJsonArray -}}
{{- $all = append $all (printf "%s/%s" (include "eks-preflight.pluginFolder" $) .) -}}
{{- end -}}
{{- toJson $all -}}
{{- end -}}
