{{- define "servicepay.name" -}}
{{- $name := ternary .Release.Name (printf "%s-servicepay" .Release.Name) (contains "servicepay" .Release.Name) -}}
{{- $name | trunc 45 | trimSuffix "-" -}}
{{- end }}

{{- define "servicepay.image" -}}
{{- $image := printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{ with .Values.image.digest }}{{ $image }}@{{ . }}{{ else }}{{ $image }}{{ end }}
{{- end }}

{{- /* The labels by which a Service and a Deployment find the pods of a role. Takes (list $ role). */ -}}
{{- define "servicepay.selector" -}}
app.kubernetes.io/name: servicepay
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "servicepay.labels" -}}
{{ include "servicepay.selector" . }}
{{- with index . 0 }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end }}
{{- end }}

{{- /* An unknown user without rights, who writes nothing. */ -}}
{{- define "servicepay.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
# The files of secrets belong to this group.
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "servicepay.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- /* The variables of every process. */ -}}
{{- define "servicepay.variables" -}}
- name: BASE_URL
  value: {{ printf "https://%s" .Values.host | quote }}
- name: MIGRATE_ON_START
  value: 'false'
{{- range .Values.secrets }}
- name: {{ . }}_FILE
  value: /run/secrets/servicepay/{{ . }}
{{- end }}
{{- range $name, $value := .Values.variables }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- /* A Secret as files. Takes (list volume secret). */ -}}
{{- define "servicepay.secretVolume" -}}
- name: {{ index . 0 }}
  secret:
    secretName: {{ index . 1 }}
    defaultMode: 0440
{{- end }}

{{- define "servicepay.secretMount" -}}
- name: {{ . }}
  mountPath: /run/secrets/{{ . }}
  readOnly: true
{{- end }}

{{- define "servicepay.drainSeconds" -}}
{{ get .Values.variables "DRAIN_SECONDS" | default "0" }}
{{- end }}
