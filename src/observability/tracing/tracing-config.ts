import { httpUrl, type ReadVariable, URL_RULE } from '../../process/read-variable.ts';

/** Samplers by their names in the OpenTelemetry specification. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type SamplerName = (typeof SAMPLERS)[number];

/** The settings of OpenTelemetry that its packages do not read from the environment themselves. */
export interface TracingConfig {
  readonly sampler: SamplerName;
  /** The share of traces that are recorded, from 0 to 1, for the samplers with a ratio. */
  readonly samplerRatio: number;
}

/** Reads the settings; null if neither endpoint that gets the spans is set, or if tracing is disabled. */
export function readTracing(read: ReadVariable): TracingConfig | null {
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT', null, httpUrl, URL_RULE);
  const ofTraces = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', null, httpUrl, URL_RULE);
  const isDisabled = read('OTEL_SDK_DISABLED', false, trueOrFalse, '"true" or "false"');
  // Only checked, since no other protocol is supported.
  for (const name of ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL']) {
    read(name, '', (value) => (value === 'http/protobuf' ? value : null), '"http/protobuf"');
  }
  const sampler = read(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    samplerName,
    `one of ${SAMPLERS.join(', ')}`,
  );
  const samplerRatio = read('OTEL_TRACES_SAMPLER_ARG', 1, ratio, 'a number from 0 to 1');
  return isDisabled || (endpoint ?? ofTraces) === null ? null : { sampler, samplerRatio };
}

function samplerName(value: string): SamplerName | null {
  return SAMPLERS.find((name) => name === value) ?? null;
}

function ratio(value: string): number | null {
  const share = /^\d*\.?\d+$/.test(value) ? Number(value) : Number.NaN;
  return share >= 0 && share <= 1 ? share : null;
}

function trueOrFalse(value: string): boolean | null {
  return value === 'true' ? true : value === 'false' ? false : null;
}
