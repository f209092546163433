import type { Scan } from '../../client/assay.ts'
import type { Deadline } from './deadline.ts'
import { ActionFailure } from './failure.ts'
import type { Runner } from './runner.ts'
import { readServerSentEvents } from './server-sent-events.ts'
import { patiently, type Service } from './assay-service.ts'

interface FollowContext {
  readonly service: Service
  readonly deadline: Deadline
  readonly runner: Pick<Runner, 'say'>
}

export type Progress = Pick<Scan['progress'], 'stage' | 'percent' | 'queuePosition'>

/** Number of seconds between two polls if no stream is open. The service may request a longer interval. */
const pollSeconds = 5

/**
 * Time without data after which a stream counts as broken, in milliseconds. The service sends a heartbeat every 15
 * seconds.
 */
const silenceMs = 45_000

/** Maximum number of consecutive streams without an event. After that, the run only polls. */
const vainStreams = 3

/**
 * Follows a scan to its end, through its event stream or by polling. Survives broken connections and service restarts.
 * Throws ActionFailure `timeout` at the deadline; the scan continues.
 */
export async function followScan(
  context: FollowContext,
  scanId: string,
  onProgress: (progress: Progress) => void,
): Promise<Scan> {
  const { service, deadline } = context
  let vain = 0
  let lastEventId = ''
  let percent = 0
  const onEvent = (progress: Progress) => {
    percent = progress.percent
    onProgress(progress)
  }
  const timeout = () =>
    new ActionFailure('timeout', `The scan did not finish before the timeout. It is at ${percent}% and continues.`)
  for (;;) {
    if (vain < vainStreams) {
      const newestEventId = await listen(context, { scanId, lastEventId, onProgress: onEvent })
      vain = newestEventId === lastEventId ? vain + 1 : 0
      lastEventId = newestEventId
    }
    if (deadline.remainingMs() === 0) throw timeout()
    const scan = await patiently(context, 'the scan', (signal) => service.client.getScan({ scanId }, { signal }))
    if (scan.status === 'completed' || scan.status === 'failed') return scan
    onEvent(scan.progress)
    const seconds = Math.max(pollSeconds, service.retryAfter() ?? 0)
    if (!(await deadline.wait(seconds * 1_000))) throw timeout()
  }
}

/** Reads a stream until it ends or breaks. Returns the ID of the last event. */
async function listen(
  { service, deadline }: FollowContext,
  {
    scanId,
    lastEventId,
    onProgress,
  }: { scanId: string; lastEventId: string; onProgress: (progress: Progress) => void },
): Promise<string> {
  let last = lastEventId
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), silenceMs)
  try {
    const response = await service.fetch(`${service.baseUrl}/api/v1/scans/${encodeURIComponent(scanId)}/events`, {
      headers: { Accept: 'text/event-stream', ...(lastEventId !== '' && { 'Last-Event-ID': lastEventId }) },
      signal: AbortSignal.any([deadline.signal, silent.signal]),
    })
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel()
      return last
    }
    for await (const { id, event, data } of readServerSentEvents(response.body)) {
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), silenceMs)
      if (id !== '') last = id
      if (event === 'progress') onProgress(JSON.parse(data))
      if (event === 'end') break
    }
  } catch {
    // Ignored, because the next request for the scan reports a permanent error.
  } finally {
    clearTimeout(timer)
  }
  return last
}
