import { getNumberFromEnv } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from '../../log.ts';
import type { Tracing } from '../tracing.ts';
import type { SamplerName, TracingConfig } from '../tracing-config.ts';
import { ChangeTraces } from './change-traces.ts';
import { LoggedExporter } from './logged-exporter.ts';
import { TracedAppend } from './traced-append.ts';
import { TracedOperation } from './traced-operation.ts';
import { TracedRequest } from './traced-request.ts';

/** How long `stop` waits for the collector. The whole process has 15 seconds to drain. */
const STOP_MS = 2_000;

const SAMPLERS: Readonly<Record<SamplerName, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) =>
    new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
};

/** Starts to export spans. The exporter reads the collector's address, headers and timeout from the environment itself. */
export function openTracing(config: TracingConfig, log: Pick<Log, 'info' | 'warn'>): Tracing {
  const processor = new BatchSpanProcessor({
    exporter: new LoggedExporter(new OTLPTraceExporter(), log),
    ...batchLimits(),
  });
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'oddsgraph' }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new TracerProvider({
    sampler: SAMPLERS[config.sampler](config.samplerRatio),
    resource,
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('oddsgraph');
  const changes = new ChangeTraces(tracer);
  return {
    startRequest: (request) => TracedOperation.ofRequest(tracer, request),
    startOperation: (request) => TracedOperation.ofStream(tracer, request),
    startUpstreamRequest: (request, operation) => TracedRequest.start(tracer, request, operation),
    get currentChange() {
      return changes.current;
    },
    traceFrame: (frame, apply) => changes.traceFrame(frame, apply),
    traceStep: (step, apply) => changes.traceStep(step, apply),
    startAppend: (rows, frames) => TracedAppend.start(tracer, rows, frames),
    stop: () => stop(provider),
  };
}

async function stop(provider: TracerProvider): Promise<void> {
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, STOP_MS);
  // The exporter has logged why it failed.
  await Promise.race([provider.shutdown().catch(() => {}), timeout.promise]);
  clearTimeout(timer);
}

/**
 * The bounds of the queue of spans. The SDK has defaults for those that are not set, or not valid: timers of Node.js take
 * 2 ** 31 milliseconds and more for one.
 */
function batchLimits() {
  const limits = {
    maxQueueSize: getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE'),
    maxExportBatchSize: getNumberFromEnv('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
    scheduledDelayMillis: getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY'),
    exportTimeoutMillis: getNumberFromEnv('OTEL_BSP_EXPORT_TIMEOUT'),
  };
  const isValid = (value = 0) => Number.isInteger(value) && value >= 1 && value < 2 ** 31;
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => isValid(value)));
}
