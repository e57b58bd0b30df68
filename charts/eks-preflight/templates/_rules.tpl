{{/* A list, or text with commas, as the config file takes it; as JSON. */}}
{{- define "eks-preflight.words" -}}
{{- $words := list -}}
{{- range (kindIs "string" .) | ternary (splitList "," (toString .)) . -}}
{{- with trim . }}{{ $words = append $words . }}{{ end -}}
{{- end -}}
{{- toJson $words -}}
{{- end -}}

{{/* The IDs of the checks that `config.only` selects, as JSON. All without it, and for checks of plug-ins: what these read is not known here. */}}
{{- define "eks-preflight.checks" -}}
{{- $ids := keys .permissions.checks | sortAlpha -}}
{{- if hasKey .config "only" -}}
{{- $chosen := list -}}
{{- $plugins := .plugins -}}
{{- $areas := list -}}
{{- range $ids }}{{ $areas = append $areas (splitList "/" . | first) | uniq }}{{ end -}}
{{- range $glob := include "eks-preflight.words" .config.only | fromJsonArray -}}
{{- $stars := regexQuoteMeta $glob | replace "\\*" "*" -}}
{{- $pattern := regexReplaceAll "\\*{2,}" $stars "\x00" | replace "*" "[^/]*" | replace "\x00" ".*" -}}
{{- $found := 0 -}}
{{- range $ids -}}
{{- if or (regexMatch (printf "^%s$" $pattern) .) (hasPrefix (printf "%s/" $glob) .) -}}
{{- $chosen = append $chosen . -}}
{{- $found = 1 -}}
{{- end -}}
{{- end -}}
{{- if and (not $found) $plugins (not (has (splitList "/" $glob | first) $areas)) -}}
{{- $chosen = concat $chosen $ids -}}
{{- else if not $found -}}
{{- fail (printf "config.only: %s matches no check" $glob) -}}
{{- end -}}
{{- end -}}
{{- $ids = $chosen | uniq -}}
{{- end -}}
{{- toJson $ids -}}
{{- end -}}

{{/* The roles that the selected checks need with the grants of `config.with` and other options, and `rbac.extraRules`, as JSON: [{namespace, rules}]. */}}
{{- define "eks-preflight.roles" -}}
{{- $permissions := .Files.Get "files/permissions.json" | fromJson -}}
{{- $config := .Values.config -}}
{{- $plugins := include "eks-preflight.plugins" . | fromJsonArray -}}
{{- $extra := .Values.rbac.extraRules -}}
{{- $needed := dict -}}
{{- range $id := include "eks-preflight.checks" (dict "permissions" $permissions "config" $config "plugins" $plugins) | fromJsonArray -}}
{{- $own := get $permissions.checks $id -}}
{{- range $grant := prepend (include "eks-preflight.words" (default list $config.with) | fromJsonArray) "always" -}}
{{- range get $own $grant | default list }}{{ $_ := set $needed . true }}{{ end -}}
{{- end -}}
{{- end -}}
{{- range $option, $own := $permissions.options -}}
{{- if get $config $option }}{{ range $own }}{{ $_ := set $needed . true }}{{ end }}{{ end -}}
{{- end -}}
{{- $roles := list -}}
{{- range $role := $permissions.roles -}}
{{- $rules := list -}}
{{- range $rule := $role.rules -}}
{{- $left := include "eks-preflight.rule" (dict "namespace" $role.namespace "rule" $rule "needed" $needed) | fromJson -}}
{{- if $left }}{{ $rules = append $rules $left }}{{ end -}}
{{- end -}}
{{- if not $role.namespace }}{{ $rules = concat $rules $extra }}{{ end -}}
{{- if $rules }}{{ $roles = append $roles (dict "namespace" $role.namespace "rules" $rules) }}{{ end -}}
{{- end -}}
{{- toJson $roles -}}
{{- end -}}

{{/* What is needed of a rule, as JSON; empty if nothing is. */}}
{{- define "eks-preflight.rule" -}}
{{- $needed := .needed -}}
{{- $rule := .rule -}}
{{- $left := list -}}
{{- if $rule.nonResourceURLs -}}
{{- range $rule.nonResourceURLs }}{{ if hasKey $needed . }}{{ $left = append $left . }}{{ end }}{{ end -}}
{{- empty $left | ternary dict (dict "nonResourceURLs" $left "verbs" $rule.verbs) | toJson -}}
{{- else -}}
{{- $place := empty .namespace | ternary "" (printf "%s/" .namespace) -}}
{{- $group := index $rule.apiGroups 0 -}}
{{- $names := list -}}
{{- range $resource := $rule.resources -}}
{{- $text := printf "%s%s%s" $place $resource (empty $group | ternary "" (printf ".%s" $group)) -}}
{{- range $name := default (list "") $rule.resourceNames -}}
{{- $object := empty $name | ternary "" (printf "/%s" $name) -}}
{{- if hasKey $needed (printf "%s%s: %s" $text $object (index $rule.verbs 0)) -}}
{{- $left = append $left $resource | uniq -}}
{{- if $name }}{{ $names = append $names $name }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $named := empty $names | ternary dict (dict "resourceNames" $names) -}}
{{- $found := merge (dict "apiGroups" $rule.apiGroups "resources" $left "verbs" $rule.verbs) $named -}}
{{- empty $left | ternary dict $found | toJson -}}
{{- end -}}
{{- end -}}
