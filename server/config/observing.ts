import { optionalUrl, optionalWholeNumber } from '../domain/variable.ts'

/** What lets an operator see inside the service. */
export const observingVariables = {
  metricsPort: optionalWholeNumber('METRICS_PORT', {
    min: 1,
    max: 65535,
    description:
      'The port of `GET /metrics`, which answers in the Prometheus text format. It listens on `HOST` ' +
      'and must not be `PORT`.',
  }),
  // OpenTelemetry reads its other standard variables itself.
  tracesEndpoint: optionalUrl('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'], {
    description:
      'The OTLP receiver for [OpenTelemetry traces](/docs/running#traces), such as `http://localhost:4318`. Without ' +
      'it, the service makes no traces.',
  }),
}
