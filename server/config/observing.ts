import { oneOf, optional, optionalUrl, optionalWholeNumber, plainText, secret } from '../domain/variable.ts'

/** Where `GET /metrics` listens, and who may read it. */
export interface MetricsSettings {
  readonly host: string
  readonly port: number
  /** Null: everyone who reaches the port may read. */
  readonly token: string | null
}

/** What lets an operator see inside the service. */
export const observingVariables = {
  metricsPort: optionalWholeNumber('METRICS_PORT', {
    min: 1,
    max: 65535,
    description:
      'The port of `GET /metrics`, which answers in the Prometheus text format. It must not be `PORT`. ' +
      'Without it, the service serves no [metrics](/docs/running#metrics).',
  }),
  metricsHost: plainText('METRICS_HOST', '127.0.0.1', {
    description:
      'The address that the port of metrics listens on, whatever `HOST` is. ' +
      'Set it together with `METRICS_TOKEN` where Prometheus runs on another machine.',
  }),
  metricsToken: secret(
    optional(
      'METRICS_TOKEN',
      {
        description:
          'What a reader of metrics must send as `Authorization: Bearer …`: ' +
          '16 to 200 characters of ASCII without spaces.',
      },
      (text, report) => {
        if (!/^[!-~]{16,200}$/.test(text)) report('METRICS_TOKEN must be 16 to 200 characters of ASCII without spaces')
        return text
      },
    ),
  ),
  recordLiveRequests: oneOf('RECORD_LIVE_REQUESTS', ['true', 'false'], 'false', {
    description:
      '`true` records each request of live mode for 24 hours, without bodies: who, what and how long. Failed ' +
      'requests are recorded in any case.',
  }),
  // OpenTelemetry reads its other standard variables itself.
  tracesEndpoint: optionalUrl('OTEL_EXPORTER_OTLP_ENDPOINT', {
    description:
      'The OTLP receiver for [OpenTelemetry traces](/docs/running#traces), such as `http://localhost:4318`. Without ' +
      'it, the service makes no traces.',
  }),
}
