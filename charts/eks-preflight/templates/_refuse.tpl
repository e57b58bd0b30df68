{{/* What the scan would refuse every night, with exit code 3 and without a message, is refused here. Values of `deliver` are not shown: one may be a secret. */}}
{{- define "eks-preflight.refuse" -}}
{{- $v := .Values -}}
{{- if not $v.image.repository -}}
{{- fail "image: repository is empty: name the image that you built with the Dockerfile, or install the chart of a release" -}}
{{- end -}}
{{- $pages := false -}}
{{- $messages := false -}}
{{- range $v.deliver -}}
{{- $kind := splitList ":" . | first -}}
{{- if or (eq $kind "file") (eq $kind "s3") -}}
{{- $pages = true -}}
{{- else if has $kind (list "stdout" "sns" "events" "slack" "teams" "webhook") -}}
{{- $messages = true -}}
{{- else -}}
{{- fail (printf "deliver: %s is none of file:FOLDER, s3://BUCKET/PREFIX, stdout, sns:TOPIC_ARN, events:BUS, slack:SECRET, teams:SECRET, webhook:SECRET" (contains ":" . | ternary (printf "%s:..." $kind) "a value")) -}}
{{- end -}}
{{- if and (has $kind (list "slack" "teams" "webhook")) (not (regexMatch "^[a-z]+:(env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$" .)) -}}
{{- fail (printf "deliver: %s: a secret cannot be a value: use %s:env:NAME with secretEnv, or %s:file:PATH with secretFiles" $kind $kind $kind) -}}
{{- end -}}
{{- if eq $kind "file" -}}
{{- include "eks-preflight.refuseFolder" (list $v "deliver" (trimPrefix "file:" .)) -}}
{{- end -}}
{{- end -}}
{{- if and $messages (not $v.state) (has $v.notifyOn (list "" "change")) -}}
{{- fail "deliver: messages need state, or notifyOn: fail or always" -}}
{{- end -}}
{{- if and $v.reportUrl (not $pages) -}}
{{- fail "reportUrl: deliver has no file:FOLDER or s3://BUCKET/PREFIX that writes the pages" -}}
{{- end -}}
{{- if and $v.reportUrl (not (regexMatch "^https?://[^@?#\\s]+$" $v.reportUrl)) -}}
{{- fail "reportUrl: expected https://HOST/PATH" -}}
{{- end -}}
{{- if and $v.notifyOn (not $v.deliver) }}{{ fail "notifyOn: deliver is empty" }}{{ end -}}
{{- if not (or $v.deliver $v.state) -}}
{{- if or $v.requireDelivery $v.sse }}{{ fail "requireDelivery and sse: state and deliver are empty" }}{{ end -}}
{{- end -}}
{{- if and $v.sseKmsKeyId (not (hasPrefix "aws:kms" $v.sse)) }}{{ fail "sseKmsKeyId: set sse: aws:kms" }}{{ end -}}
{{- if and $v.state (not (hasPrefix "s3://" $v.state)) -}}
{{- include "eks-preflight.refuseFolder" (list $v "state" $v.state) -}}
{{- end -}}
{{- include "eks-preflight.refusePlugins" $v -}}
{{- end -}}

{{/* Plug-ins that are not found in the pod, and rules that are granted otherwise or not at all. */}}
{{- define "eks-preflight.refusePlugins" -}}
{{- $existing := .plugins.configMap -}}
{{- if and $existing.name (not $existing.keys) }}{{ fail "plugins.configMap: keys is empty" }}{{ end -}}
{{- if and $existing.keys (not $existing.name) }}{{ fail "plugins.configMap: name is empty" }}{{ end -}}
{{- range $existing.keys -}}
{{- if hasKey (default dict $.plugins.files) . }}{{ fail (printf "plugins: both files and configMap have %s" .) }}{{ end -}}
{{- end -}}
{{- if and .rbac.extraRules (not .rbac.create) }}{{ fail "rbac.extraRules: rbac.create is false" }}{{ end -}}
{{- range .rbac.extraRules -}}
{{- if or (has "" .apiGroups) (has "*" .apiGroups) -}}
{{- range .resources -}}
{{- if regexMatch "^(\\*|secrets)(/|$)" (lower .) }}{{ fail "rbac.extraRules: for Secrets, set config.with: [secrets]" }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* A folder that ends with the pod keeps nothing. */}}
{{- define "eks-preflight.refuseFolder" -}}
{{- $folder := printf "%s/" (last . | trimSuffix "/") -}}
{{- $isMounted := false -}}
{{- range (first .).extraVolumeMounts -}}
{{- if hasPrefix (printf "%s/" (trimSuffix "/" .mountPath)) $folder }}{{ $isMounted = true }}{{ end -}}
{{- end -}}
{{- if not $isMounted -}}
{{- fail (printf "%s: %s is not a folder of a volume: use s3://BUCKET/PREFIX, or mount a volume there with extraVolumes and extraVolumeMounts" (index . 1) (last .)) -}}
{{- end -}}
{{- end -}}
