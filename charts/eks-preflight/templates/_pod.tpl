{{- define "eks-preflight.pod" -}}
restartPolicy: Never
serviceAccountName: {{ include "eks-preflight.serviceaccount" . }}
# The token is mounted below, with the CA and nothing else.
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.podSecurityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.hostAliases }}
hostAliases:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.dnsConfig }}
dnsConfig:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.initContainers }}
initContainers:
  {{- range . }}
  - {{- mergeOverwrite (dict "securityContext" (deepCopy (default dict $.Values.securityContext))) . | toYaml | nindent 4 }}
  {{- end }}
{{- end }}
containers:
  - name: eks-preflight
    image: {{ include "eks-preflight.image" . | quote }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    args: [scan, --config, /etc/eks-preflight/eks-preflight.config.yaml]
    {{- with .Values.extraEnvFrom }}
    envFrom:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    {{- if or .Values.extraEnv .Values.secretEnv }}
    env:
      {{- range .Values.secretEnv }}
      - name: {{ .name }}
        valueFrom:
          secretKeyRef:
            name: {{ .secret }}
            key: {{ .key }}
      {{- end }}
      {{- with .Values.extraEnv }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
    {{- end }}
    resources:
      {{- toYaml .Values.resources | nindent 6 }}
    {{- with .Values.securityContext }}
    securityContext:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    terminationMessagePolicy: FallbackToLogsOnError
    volumeMounts:
      - name: config
        mountPath: /etc/eks-preflight
        readOnly: true
      - name: service-account
        mountPath: /var/run/secrets/kubernetes.io/serviceaccount
        readOnly: true
      - name: tmp
        mountPath: /tmp
      {{- if include "eks-preflight.pluginFiles" . | fromJsonArray }}
      - name: plugins
        mountPath: {{ include "eks-preflight.pluginFolder" . }}
        readOnly: true
      {{- end }}
      {{- range $index, $files := .Values.secretFiles }}
      - name: secret-{{ $index }}
        mountPath: {{ $files.path }}
        readOnly: true
      {{- end }}
      {{- with .Values.extraVolumeMounts }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
volumes:
  - name: config
    configMap:
      name: {{ include "eks-preflight.fullname" . }}
  - name: service-account
    projected:
      sources:
        - serviceAccountToken:
            path: token
            expirationSeconds: 3607
        - configMap:
            name: kube-root-ca.crt
            items:
              - key: ca.crt
                path: ca.crt
  - name: tmp
    emptyDir:
      sizeLimit: 256Mi
  {{- if include "eks-preflight.pluginFiles" . | fromJsonArray }}
  - name: plugins
    projected:
      sources:
        {{- if .Values.plugins.files }}
        - configMap:
            name: {{ include "eks-preflight.pluginConfigMap" . }}
        {{- end }}
        {{- with .Values.plugins.configMap.name }}
        - configMap:
            name: {{ . }}
        {{- end }}
  {{- end }}
  {{- range $index, $files := .Values.secretFiles }}
  - name: secret-{{ $index }}
    secret:
      secretName: {{ $files.secret }}
  {{- end }}
  {{- with .Values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
