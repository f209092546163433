import { Counter, Histogram } from 'prom-client'

/** Number of finished requests. `route` is the path pattern, or `none` if no route matches. */
export const requests = new Counter({
  name: 'assay_http_requests_total',
  help: 'Number of completed requests, by route.',
  labelNames: ['route', 'method', 'status'],
})

/** Number of requests whose connection closed before the response was complete. */
export const abortedRequests = new Counter({
  name: 'assay_http_requests_aborted_total',
  help: 'Number of requests that ended before the complete response was sent.',
  labelNames: ['route'],
})

/**
 * Request durations. Excludes requests that wait on purpose: streams and long polls. The latency target, 250 ms, is one
 * of the buckets.
 */
export const requestSeconds = new Histogram({
  name: 'assay_http_request_duration_seconds',
  help: 'Time from the first byte of a request to the last byte of its response.',
  labelNames: ['route'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
})
