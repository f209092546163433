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

/** Seconds between two looks where there is no stream; the service may ask for more. */
const pollSeconds = 5

/** A stream shows that it is there every 15 seconds. */
const silenceMs = 45_000

/** So many streams in a row that brought nothing, and the scan is only asked for from then on. */
const vainStreams = 3

/**
 * Follows a scan to its end, by its stream of events, and by asking for it where that is not to be had. Breaks of the
 * connection and restarts of the service are waited out. Throws an ActionFailure `timeout` when the time is over; the
 * scan goes on then.
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
  const hear = (progress: Progress) => {
    percent = progress.percent
    onProgress(progress)
  }
  const timeout = () =>
    new ActionFailure(
      'timeout',
      `The scan is not done in the time of the input timeout: it is at ${percent} % and goes on.`,
    )
  for (;;) {
    if (vain < vainStreams) {
      const heardUpTo = await listen(context, { scanId, lastEventId, onProgress: hear })
      vain = heardUpTo === lastEventId ? vain + 1 : 0
      lastEventId = heardUpTo
    }
    if (deadline.remainingMs() === 0) throw timeout()
    const scan = await patiently(context, 'the scan', (signal) => service.client.getScan({ scanId }, { signal }))
    if (scan.status === 'completed' || scan.status === 'failed') return scan
    hear(scan.progress)
    const seconds = Math.max(pollSeconds, service.retryAfter() ?? 0)
    if (!(await deadline.wait(seconds * 1_000))) throw timeout()
  }
}

/** Hears a stream to its end, whatever ends it, and returns the id of the last event. */
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
    // Whatever broke it, the scan itself is asked for next, and tells why if it is for good.
  } finally {
    clearTimeout(timer)
  }
  return last
}
