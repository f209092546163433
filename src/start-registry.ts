import type { App } from './app.ts'
import type { Queue } from './queue/queue.ts'

/** Takes up every job of the registry. What follows feeds ends at once when the service stops. */
export async function startRegistry(_app: App, _queue: Queue, _stopping: AbortSignal): Promise<void> {
}
